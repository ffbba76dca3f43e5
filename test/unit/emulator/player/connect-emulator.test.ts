import { afterAll, describe, expect, it } from "vitest";
import { Client } from "../../../../src/client.ts";
import { connectEmulator, type PlayerAgent, startEmulator } from "../../../../src/emulator/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";
import { serveLobby } from "../../../setup/emulator/lobby.ts";
import { memoryTokenStore } from "../../../../src/store/token-store.ts";

const emulator = await startEmulator({
  world: { players: ["Ada", "Grace"], guilds: [{ name: "Reef", channels: [{ name: "general" }] }] },
});
await serveLobby(emulator, emulator.application);
afterAll(() => emulator.close());

describe("a player in another process", () => {
  const open = async (guild: string) => (await connectEmulator(emulator.webBase)).player("Ada", { guild });

  it("uses commands, presses buttons, submits forms and sees messages", async () => {
    const ada = await open("Reef");
    expect(await ada.type("/roll", "die", "d")).toEqual([{ name: "d!", value: "a" }]);
    const used = await ada.use("/roll", { die: "a" });
    expect(used.messages).toMatchObject([{ content: "rolled a" }]);
    await ada.use("/lobby");
    await ada.press("Rename");
    expect(await ada.form()).toMatchObject({ title: "A new name" });
    await ada.submit({ Name: "Ada" });
    expect((await ada.messages()).at(-1)).toMatchObject({ content: "Now Ada" });
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
    const call = { client: "x", name: "Ada", location: {}, method: "join", arguments: {} };
    const answer = await sendJson(`${emulator.webBase}/control/player`, "POST", call);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_argument" } });
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
    await using server = await startServer((_request, response) => response.writeHead(status).end(body));
    const { url } = server;
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
});
