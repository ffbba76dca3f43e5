// An interactions endpoint as an AWS Lambda function with a function URL. With the invoke mode RESPONSE_STREAM, the response is
// sent immediately, and the function keeps running for deferred handlers. Environment variable: SLASHPASS_PUBLIC_KEY.
import { createInteractionHandler, defineCommand } from "slashpass/interactions";

const roll = defineCommand({
  name: "roll",
  description: "Rolls a die",
  handle: (interaction) => interaction.reply({ content: `You rolled ${1 + Math.floor(Math.random() * 6)}.` }),
});

const interactions = createInteractionHandler({
  publicKey: process.env["SLASHPASS_PUBLIC_KEY"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  commands: [roll],
});

export const handler = awslambda.streamifyResponse(async (event, stream) => {
  const { method } = event.requestContext.http;
  // The unmodified bytes, which the signature covers.
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
  // Write even an empty body, because the first write sends the status.
  out.write(await response.text());
  out.end();
  await Promise.all(work);
});
