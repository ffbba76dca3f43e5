import {
  ButtonStyleTypes,
  InteractionResponseFlags,
  InteractionResponseType,
  InteractionType,
  MessageComponentTypes,
  verifyKey,
  verifyKeyMiddleware,
} from "discord-interactions";
import express, { type RequestHandler } from "express";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it, vi } from "vitest";
import { call, sendJson } from "../../setup/emulator/requests.ts";
import { openBot } from "../setup/bot.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
afterAll(() => bot[Symbol.asyncDispose]());

interface ReceivedInteraction {
  readonly type: InteractionType;
  readonly token: string;
  readonly data: { readonly name: string; readonly custom_id: string; readonly components: unknown };
}

/** Returns the application's response: a callback. */
type React = (received: ReceivedInteraction) => object;

/** Starts an Express application with the signature middleware, which also responds to PING. */
async function serve(react: React): Promise<void> {
  const app = express();
  const verify = verifyKeyMiddleware(application.publicKey) as unknown as RequestHandler;
  app.post(
    "/interactions",
    verify,
    (request, response) => void response.send(react(request.body as ReceivedInteraction)),
  );
  bot.listener = app;
  await bot.connect();
}

const place = { type: 3, name: "place", description: "Where", autocomplete: true };
await call(emulator, "POST", "/commands", { name: "test", description: "Says hello", options: [place] });
const message = (data: object) => ({ type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE, data });
const row = (component: object) => ({ type: MessageComponentTypes.ACTION_ROW, components: [component] });

describe("discord-interactions", () => {
  it("responds to a PING and rejects an invalid signature in its middleware", async () => {
    const react = vi.fn<React>();
    await serve(react);
    expect(application.interactionsEndpoint).toMatch(/\/interactions$/);
    const forged = await fetch(String(application.interactionsEndpoint), { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
    expect(react).not.toHaveBeenCalled();
  });

  it("verifies a raw body's signature", async () => {
    const checked: boolean[] = [];
    bot.listener = async (request, response) => {
      const body = await buffer(request);
      const [signature, timestamp] = ["x-signature-ed25519", "x-signature-timestamp"].map((name) =>
        String(request.headers[name]),
      );
      const isValid = await verifyKey(body, signature ?? "", timestamp ?? "", application.publicKey);
      checked.push(isValid);
      response.writeHead(isValid ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify({ type: InteractionResponseType.PONG }));
    };
    await bot.connect();
    expect(checked).toEqual([true, false]);
  });

  it("responds to a command", async () => {
    await serve(({ type, data }) => {
      expect([type, data.name]).toEqual([InteractionType.APPLICATION_COMMAND, "test"]);
      return message({ content: "hello world", flags: InteractionResponseFlags.EPHEMERAL });
    });
    const { messages } = await ada.use("test");
    expect(messages).toMatchObject([{ content: "hello world", flags: 64 }]);
  });

  it("defers a response and edits it through the API", async () => {
    const requests: ReceivedInteraction[] = [];
    await serve((request) => {
      requests.push(request);
      return { type: InteractionResponseType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE };
    });
    await ada.use("test");
    const [{ token } = expect.unreachable()] = requests;
    const url = `${emulator.apiBase}/webhooks/${application.id}/${token}/messages/@original`;
    const { status, body } = await sendJson(url, "PATCH", { content: "here it is" });
    expect([status, body]).toMatchObject([200, { content: "here it is" }]);
  });

  it("responds to a button and a menu with updates and opens a form", async () => {
    const button = {
      type: MessageComponentTypes.BUTTON,
      custom_id: "accept",
      label: "Accept",
      style: ButtonStyleTypes.PRIMARY,
    };
    const menu = {
      type: MessageComponentTypes.STRING_SELECT,
      custom_id: "choice",
      options: [{ label: "Rock", value: "rock", description: "Hard" }],
    };
    const text = { type: MessageComponentTypes.INPUT_TEXT, custom_id: "text", label: "Why", style: 1 };
    const answers: Readonly<Record<string, object>> = {
      accept: { type: InteractionResponseType.UPDATE_MESSAGE, data: { components: [row(menu)] } },
      choice: {
        type: InteractionResponseType.MODAL,
        data: { custom_id: "why", title: "Why?", components: [row(text)] },
      },
      why: { type: InteractionResponseType.UPDATE_MESSAGE, data: { content: "Settled", components: [] } },
    };
    await serve(({ data }) => answers[data.custom_id] ?? message({ components: [row(button)] }));
    const { messages } = await ada.use("test");
    await ada.press("accept");
    await ada.select("choice", ["rock"]);
    await ada.submit({ text: "Because" });
    expect(messages).toMatchObject([{ content: "Settled", components: [] }]);
  });

  it("responds to an autocomplete and launches the Activity", async () => {
    await serve(({ type }) =>
      type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        ? {
            type: InteractionResponseType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT,
            data: { choices: [{ name: "Reef", value: "reef" }] },
          }
        : { type: InteractionResponseType.LAUNCH_ACTIVITY },
    );
    expect(await ada.type("test", "place", "re")).toEqual([{ name: "Reef", value: "reef" }]);
    expect((await ada.use("test")).activityInstance).toBeDefined();
  });
});
