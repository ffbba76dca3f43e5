import {
  $applications$_$guilds$_$commands,
  $applications$me,
  $interactions$_$_$callback,
  $users$me,
  $webhooks$_$_,
  $webhooks$_$_$messages$_,
  $webhooks$_$_$messages$original,
  createRest,
  DiscordHono,
  makeActionRow,
  makeButton,
  makeEmbed,
  makeLabel,
  makeModal,
  makeSlashCommand,
  makeStringOption,
  makeStringSelect,
  makeTextInput,
  makeUserCommand,
  register,
  retry429,
} from "discord-hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";
import { listenWith } from "../setup/fetch-handler.ts";

/** The values that a player entered. */
interface Filled {
  Variables: { place?: string; text?: string };
}

type Rest = ReturnType<typeof createRest>;

describe("discord-hono", needs("a network namespace"), () => {
  let bot: Bot;
  let rest: Rest;
  let ada: PlayerAgent;
  beforeAll(async () => {
    bot = await openBot("namespace");
    rest = createRest(bot.application.botToken);
    ada = bot.emulator.player("Ada", { guild: "Divers" });
  });
  afterAll(() => bot[Symbol.asyncDispose]());

  /** Serves an app as a worker runtime would, with its secrets in the environment. */
  async function serve(build: (app: DiscordHono<Filled>) => DiscordHono<Filled>): Promise<void> {
    const app = build(new DiscordHono<Filled>());
    const { id, publicKey, botToken } = bot.application;
    const env = { DISCORD_APPLICATION_ID: id, DISCORD_PUBLIC_KEY: publicKey, DISCORD_TOKEN: botToken };
    const waitUntil = (work: Promise<unknown>) => void work;
    const context = { waitUntil, passThroughOnException: () => undefined };
    bot.listener = listenWith((request) => app.fetch(request, env, context));
    await bot.connect();
  }

  const commands = [
    makeSlashCommand("hello", "Hello, World!").options([
      makeStringOption("place", "Where").autocomplete(true),
    ]),
    makeUserCommand("Wave"),
  ];

  it("registers a guild's commands", async () => {
    const { id, botToken } = bot.application;
    vi.spyOn(console, "info").mockReturnValue();
    expect(await register(commands, id, botToken, "11")).toBe("===== ✅ Success =====");
    const listed = await rest("GET", $applications$_$guilds$_$commands, [id, "11"]);
    expect(await listed.json()).toMatchObject([
      { name: "hello", options: [{ autocomplete: true }] },
      { name: "Wave" },
    ]);
  });

  it("reports command errors together with the service's response", async () => {
    const { id, botToken } = bot.application;
    vi.spyOn(console, "error").mockReturnValue();
    const log = await register([makeSlashCommand("Hello World", "")], id, botToken, "11");
    expect(log).toContain(
      `https://discord.com/api/v10/applications/${id}/guilds/11/commands: 400 Bad Request`,
    );
    expect(log).toContain('"code":50035');
    // The overwrite would remove the existing entry point command.
    expect(await register(commands, id, botToken)).toContain('"code":50240');
  });

  it("reads its user and edits its application", async () => {
    expect(await (await rest("GET", $users$me)).json()).toMatchObject({ username: "Reef", bot: true });
    const edited = await rest("PATCH", $applications$me, [], { description: "A game of fish" });
    expect(await edited.json()).toMatchObject({ description: "A game of fish" });
  });

  it("retries after a 429 if wrapped in `retry429`", async () => {
    const ask = () =>
      rest("GET", $applications$_$guilds$_$commands, [bot.application.id, "429000000000000001"]);
    await ask();
    const limited = await ask();
    expect([limited.status, await limited.json()]).toMatchObject([429, { global: false }]);
    expect((await retry429(ask, 1)).status).toBe(200);
  });

  it("responds to a command with an embed and a button", async () => {
    await serve((fresh) =>
      fresh.command("hello", (c) =>
        c.flags("EPHEMERAL").res({
          content: `Hello ${c.get("place")}`,
          embeds: [
            makeEmbed()
              .title("A reef")
              .fields([{ name: "Fish", value: "Many" }]),
          ],
          components: [makeActionRow([makeButton("more", "More")])],
        }),
      ),
    );
    const { messages } = await ada.use("hello", { place: "World" });
    expect(messages).toMatchObject([
      {
        content: "Hello World",
        flags: 64,
        embeds: [{ title: "A reef", fields: [{ inline: false }] }],
        components: [{ components: [{ custom_id: "more" }] }],
      },
    ]);
  });

  it("responds with a file", async () => {
    const blob = new Blob(["corals"], { type: "text/plain" });
    await serve((fresh) => fresh.command("hello", (c) => c.res("Look", { blob, name: "reef.txt" })));
    const { messages } = await ada.use("hello");
    expect(messages).toMatchObject([{ content: "Look", attachments: [{ filename: "reef.txt", size: 6 }] }]);
  });

  it("defers, writes the response, follows up and deletes", async () => {
    const blob = new Blob(["corals"], { type: "text/plain" });
    let acknowledge: (nothing: void) => void = () => undefined;
    const acknowledged = new Promise((resolve) => (acknowledge = resolve));
    let finish: (token: string) => void = () => undefined;
    const done = new Promise<string>((resolve) => (finish = resolve));
    await serve((fresh) =>
      fresh.command("hello", (c) =>
        c.resDefer(async (later) => {
          await acknowledged;
          await later.followup("Down", { blob, name: "reef.txt" });
          finish(later.interaction.token);
        }),
      ),
    );
    const { messages } = await ada.use("hello");
    expect(messages).toEqual([]);
    acknowledge();
    const place: [string, string] = [bot.application.id, await done];
    expect(messages).toMatchObject([{ content: "Down", attachments: [{ filename: "reef.txt" }] }]);

    const extra = await rest("POST", $webhooks$_$_, place, { content: "Up" }, { blob, name: "a.txt" });
    const { id = "" } = (await extra.json()) as { id?: string };
    const edited = await rest("PATCH", $webhooks$_$_$messages$_, [...place, id], { content: "Up again" });
    expect(await edited.json()).toMatchObject({ content: "Up again", attachments: [{ filename: "a.txt" }] });
    const original = await rest("GET", $webhooks$_$_$messages$original, place);
    expect(await original.json()).toMatchObject({ content: "Down" });
    expect((await rest("DELETE", $webhooks$_$_$messages$_, [...place, id])).status).toBe(204);
    expect((await rest("DELETE", $webhooks$_$_$messages$original, place)).status).toBe(204);
    expect(messages).toEqual([]);
  });

  it("responds through the API", async () => {
    let status = 0;
    await serve((fresh) =>
      fresh.command("hello", async ({ interaction: { id, token } }) => {
        const body = { type: 4, data: { content: "Posted" } } as const;
        ({ status } = await rest("POST", $interactions$_$_$callback, [id, token], body));
        return new Response(null, { status: 202 });
      }),
    );
    const { messages } = await ada.use("hello");
    expect([status, messages]).toMatchObject([204, [{ content: "Posted" }]]);
  });

  it("suggests choices while a player types, and responds to a user command", async () => {
    await serve((fresh) =>
      fresh
        .autocomplete("hello", (c) => c.resAutocomplete([{ name: "Reef", value: String(c.focused?.value) }]))
        .command("Wave", (c) => c.res(`Hello ${Object.values(c.ref.users ?? {})[0]?.username}`)),
    );
    expect(await ada.type("hello", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
    const { messages } = await ada.useOn("Grace", "Wave");
    expect(messages).toMatchObject([{ content: "Hello grace" }]);
  });

  it("responds to a button with a form, to the form with an update, and to a menu with a deferral", async () => {
    await serve((fresh) =>
      fresh
        .command("hello", (c) =>
          c.res({ components: [makeActionRow([makeButton("name", "Name it").custom_value("7")])] }),
        )
        .component("name", (c) =>
          c.resModal(
            makeModal("form", "A name", [makeLabel("Name", makeTextInput("text"))]).custom_value(
              String(c.ref.custom_value),
            ),
          ),
        )
        .modal("form", (c) =>
          c.update().res({
            content: `It is ${c.get("text")} of ${c.ref.custom_value}`,
            components: [makeActionRow([makeStringSelect("kind", [["fish", "Fish"]])])],
          }),
        )
        .component("kind", (c) => c.update().resDefer()),
    );
    const { messages } = await ada.use("hello");
    await ada.press("name;7");
    await ada.submit({ text: "Nemo" });
    expect(messages).toMatchObject([{ content: "It is Nemo of 7" }]);
    const chosen = await ada.select("kind", ["fish"]);
    expect(chosen.response).toEqual({ type: 6 });
  });
});
