// An interactions endpoint as an AWS Lambda function with a function URL, whose invoke mode is RESPONSE_STREAM: the response
// goes out at once, and the function lives on for handlers that were deferred. In the function's environment: SLASHPASS_PUBLIC_KEY.
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: `You rolled ${1 + Math.floor(Math.random() * 6)}.` }),
});

const interactions = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // the emulator's; leave it out for Discord
  commands: [roll],
});

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const { method } = event.requestContext.http;
  // As it came, byte for byte: the signature covers that.
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  const request = new Request(`https://${event.requestContext.domainName}${event.rawPath}`, {
    method,
    headers: event.headers,
    ...(method === "POST" && { body }),
  });

  /** @type {Promise<unknown>[]} */
  const work = [];
  const response = await interactions(request, { waitUntil: (promise) => void work.push(promise) });

  const headers = Object.fromEntries(response.headers);
  const out = awslambda.HttpResponseStream.from(stream, { statusCode: response.status, headers });
  // Written even where it is empty: the status goes out with the first piece.
  out.write(await response.text());
  out.end();
  await Promise.all(work);
});
