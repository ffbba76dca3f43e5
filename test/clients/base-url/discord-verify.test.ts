import { isValidRequest as isValidOnTheWeb, PlatformAlgorithm } from "discord-verify/web";
import { isValidRequest, verify } from "discord-verify/node";
import fastify from "fastify";
import { webcrypto } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../../setup/emulator/requests.ts";
import { openBot } from "../setup/bot.ts";
import { listenWith } from "../setup/fetch-handler.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
afterAll(() => bot[Symbol.asyncDispose]());

interface ReceivedInteraction {
  readonly type: number;
  readonly data: { readonly options: readonly { readonly value: string }[] };
}

function answer({ type, data }: ReceivedInteraction): object {
  return type === 1 ? { type: 1 } : { type: 4, data: { content: `To ${data.options[0]?.value}` } };
}

/** Returns a handler that checks a request before reading its body. */
const checkWith = (isValid: (request: Request) => Promise<boolean>) =>
  listenWith(async (request) => {
    const unread = request.clone();
    if (!(await isValid(request))) return new Response("Invalid signature", { status: 401 });
    return Response.json(answer((await unread.json()) as ReceivedInteraction));
  });

/** Fastify parses the body, so it is serialized again for the check, as discord-verify's documentation recommends. */
async function openFastify() {
  const app = fastify();
  app.post("/interactions", async (request, reply) => {
    const [signature, timestamp] = ["x-signature-ed25519", "x-signature-timestamp"].map((name) =>
      String(request.headers[name]),
    );
    const body = JSON.stringify(request.body);
    const isValid = await verify(body, signature, timestamp, application.publicKey, webcrypto.subtle);
    return isValid ? answer(request.body as ReceivedInteraction) : reply.code(401).send("Invalid signature");
  });
  await app.ready();
  return app;
}

describe("discord-verify", () => {
  beforeAll(async () => {
    const place = { type: 3, name: "place", description: "Where, in words" };
    await call(emulator, "POST", "/commands", { name: "dive", description: "Goes under", options: [place] });
  });

  async function dive(): Promise<void> {
    await bot.connect();
    // Characters of two, three and four bytes, and one that JSON may escape.
    const { messages } = await ada.use("dive", { place: "ö – 🐟 </b>" });
    expect(messages).toMatchObject([{ content: "To ö – 🐟 </b>" }]);
  }

  it("verifies the signature of a Node.js request", async () => {
    bot.listener = checkWith((request) => isValidRequest(request, application.publicKey));
    await dive();
  });

  it("verifies the signature of a Fetch API request", async () => {
    const algorithm = PlatformAlgorithm.NewNode;
    bot.listener = checkWith((request) => isValidOnTheWeb(request, application.publicKey, algorithm));
    await dive();
  });

  it("verifies the signature of a body that a framework has parsed", async () => {
    const app = await openFastify();
    bot.listener = (request, response) => app.routing(request, response);
    await dive();
    await app.close();
  });
});
