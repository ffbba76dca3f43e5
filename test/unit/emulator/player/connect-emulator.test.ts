import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../../../src/client.ts";
import { CommandsClient } from "../../../../src/commands/index.ts";
import {
  connectEmulator,
  type Emulator,
  type PlayerAgent,
  startEmulator,
} from "../../../../src/emulator/index.ts";
import {
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
} from "../../../../src/interactions/index.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({
    world: { players: ["Ada", "Grace"], guilds: [{ name: "Reef", channels: [{ name: "general" }] }] },
  });
  const commands = [
    defineCommand({
      name: "roll",
      description: "Rolls a die",
      options: [
        {
          type: 3,
          name: "die",
          description: "Die",
          autocomplete: (text) => [{ name: `${text}!`, value: "a" }],
        },
        { type: 11, name: "data", description: "A file" },
      ],
      handle: (i, { die, data }) =>
        i.reply({
          content: `rolled ${data ? `${data.filename} of ${data.size} bytes` : die}`,
          components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: "again", label: "Again" }] }],
        }),
    }),
  ];
  const components = [
    defineComponent({
      customId: "again",
      handle: (i) =>
        i.showModal({
          custom_id: "name",
          title: "Name",
          components: [{ type: 18, label: "Name", component: { type: 4, custom_id: "name", style: 1 } }],
        }),
    }),
  ];
  const modals = [defineModal({ customId: "name", handle: (i) => i.reply({ content: "named" }) })];
  const handler = createInteractionHandler({ ...emulator.handlerOptions(), commands, components, modals });
  await handler.sync(new CommandsClient(emulator.commandsOptions()));
  await emulator.application.setInteractionsEndpoint(handler);
});
afterAll(() => emulator.close());

describe("a player in another process", () => {
  const open = async (guild: string) => (await connectEmulator(emulator.webBase)).player("Ada", { guild });

  it("uses commands, presses buttons, submits forms and sees messages", async () => {
    const ada = await open("Reef");
    expect(await ada.type("/roll", "die", "d")).toEqual([{ name: "d!", value: "a" }]);
    const used = await ada.use("/roll", { die: "a" });
    expect(used.messages).toMatchObject([{ content: "rolled a" }]);
    await ada.press("Again");
    expect(await ada.form()).toMatchObject({ title: "Name" });
    await ada.submit({ Name: "Ada" });
    expect((await ada.messages()).at(-1)).toMatchObject({ content: "named" });
    expect(await ada.form()).toBeUndefined();
  });

  it("can omit arguments and send files as bytes or text", async () => {
    const ada = await open("Reef");
    expect((await ada.use("/roll", undefined)).messages).toMatchObject([{ content: "rolled undefined" }]);
    await expect(ada.press("Never", undefined)).rejects.toMatchObject({ code: "unknown_button" });
    await expect(ada.use(undefined as never)).rejects.toThrow("command is missing");
    const long = "x".repeat(5_000_000);
    for (const [data, size] of [
      [Buffer.from([0, 255, 34]), 3],
      [new Uint8Array(4), 4],
      [long, 5_000_000],
    ] as const) {
      const { messages } = await ada.use("/roll", { data: { name: "map.png", data } });
      expect(messages).toMatchObject([{ content: `rolled map.png of ${size} bytes` }]);
    }
  });

  it("changes the account's username and friends", async () => {
    const ada = await open("Reef");
    await ada.befriend("Grace");
    await ada.unfriend("Grace");
    await ada.rename("ada.lovelace");
    expect(emulator.players[0].username).toBe("ada.lovelace");
  });

  it("rejects with the emulator's errors", async () => {
    const ada = await open("Reef");
    await expect(ada.use("/rol")).rejects.toMatchObject({
      type: 6,
      code: "unknown_command",
      hint: expect.any(String) as string,
    });
    await expect(ada.buy("nothing")).rejects.toMatchObject({
      code: "unknown_button",
    });
  });

  it("signs in", async () => {
    const ada = await open("Reef");
    const client = new Client({
      ...emulator.clientOptions(),
      store: memoryTokenStore(),
      openBrowser: ada.browser(),
    });
    const session = await client.signIn({ scopes: "identify" });
    expect(session.player?.name).toBe("Ada");
    await client.close();
    await ada.deauthorize();
    await expect(ada.deauthorize()).rejects.toMatchObject({
      code: "not_authorized",
    });
  });
});

describe("connectEmulator", () => {
  it("lets a player sign in after connecting to localhost instead of 127.0.0.1", async () => {
    const address = emulator.webBase.replace("127.0.0.1", "localhost");
    const connected = await connectEmulator(address);
    expect(connected.webBase).toBe(emulator.webBase);
    const options = {
      ...emulator.clientOptions(),
      store: memoryTokenStore(),
      openBrowser: connected.player("Grace").browser(),
    };
    await using client = new Client(options);
    expect((await client.signIn({ scopes: "identify" })).player?.name).toBe("Grace");
  });

  it("rejects arguments and methods that HTTP cannot transfer", async () => {
    const ada = (await connectEmulator(emulator.webBase)).player("Ada") as unknown as PlayerAgent;
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    for (const values of [circular, { die: 1n }])
      await expect(ada.use("/roll", values as never)).rejects.toMatchObject({
        code: "invalid_argument",
        message: "arguments is an object, but must be plain data that can be serialized as JSON.",
      });
    for (const member of ["join", "follow"] as const)
      await expect(ada[member]("x")).rejects.toMatchObject({
        code: "invalid_argument",
        message: `player.${member} cannot be used from another process.`,
      });
  });

  it("acts as the first player by default and rejects an unknown application or guild", async () => {
    const connected = await connectEmulator(`${emulator.webBase}/`);
    const { name } = emulator.application;
    await connected.player(undefined, { guild: "Reef", application: name }).rename("first.player");
    expect(emulator.players[0].username).toBe("first.player");
    await expect(connected.player("Ada", { application: "nothing" }).messages()).rejects.toMatchObject({
      code: "unknown_application",
    });
    await expect(connected.player("Ada", { guild: "nothing" }).messages()).rejects.toMatchObject({
      code: "unknown_guild",
    });
  });

  it.each(["https://127.0.0.1:1", "http://192.168.1.5:8181", "http://discord.com", "nothing", undefined])(
    "rejects the address %s",
    async (url) => {
      await expect(connectEmulator(url as string)).rejects.toMatchObject({ code: "invalid_argument" });
    },
  );

  it("rejects if there is no response or another program responds", async () => {
    await expect(connectEmulator("http://127.0.0.1:9")).rejects.toMatchObject({
      code: "emulator_unreachable",
      message: "There is no usable emulator at http://127.0.0.1:9: there is no response.",
    });
    let body = "<p>";
    let status = 200;
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(
      0,
      "127.0.0.1",
    );
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refusal = { code: "emulator_unreachable" };
    await expect(connectEmulator(url)).rejects.toMatchObject(refusal);
    body = '{"ok":true,"result":[]}';
    await expect(connectEmulator(url)).rejects.toThrow("another program responds there");
    body = '{"ok":true,"result":{"methods":["use"],"firstPlayer":"Ada","webBase":"http://127.0.0.1:9"}}';
    await expect(connectEmulator(url)).rejects.toThrow("a different emulator version");
    status = 404;
    body = "{}";
    await expect(connectEmulator(url)).rejects.toThrow("status 404");
  });

  it("stops when its signal is aborted", async () => {
    const abort = new AbortController();
    const connected = await connectEmulator(emulator.webBase, { signal: abort.signal });
    const ada = connected.player("Ada", { guild: "Reef" });
    abort.abort();
    await expect(ada.messages()).rejects.toThrow();
    await expect(connectEmulator(emulator.webBase, { signal: abort.signal })).rejects.toThrow();
  });

  it("rejects requests from a website", async () => {
    const call = { client: "x", name: "Ada", location: {}, method: "rename", arguments: { 0: "evil" } };
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    };
    const url = `${emulator.webBase}/control/player`;
    const fromSite = await fetch(url, {
      ...init,
      headers: { ...init.headers, origin: "https://evil.example" },
    });
    expect(fromSite.status).toBe(421);
    expect((await fetch(url, { ...init, body: JSON.stringify({ ...call, method: "join" }) })).status).toBe(
      400,
    );
  });
});
