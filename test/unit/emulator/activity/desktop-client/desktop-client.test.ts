import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../../../../src/emulator/index.ts";
import {
  type EmulatedDesktopClient,
  listenAt,
} from "../../../../../src/emulator/activity/desktop-client/desktop-client.ts";
import type { EmulatorApplication } from "../../../../../src/emulator/state/application.ts";
import { connectProgram, type RpcProgram } from "../../../../setup/rpc-program.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";
import { createServer, type Server } from "node:net";
import { asPlatform } from "../../../../setup/as-platform.ts";

const emulator = await startEmulator({
  desktopClient: true,
  world: { applications: [{ name: "A & B", publicClient: false }] },
});
const client = emulator.desktopClient as EmulatedDesktopClient;
afterAll(() => emulator.close());
beforeEach(() => {
  client.answer = "ask";
  client.behavior = "polite";
});

describe("an emulator's desktop client", () => {
  it("listens at the path from a game's environment variables", () => {
    expect(client.path).toBe(join(client.environment["XDG_RUNTIME_DIR"] ?? "", "discord-ipc-0"));
    expect(existsSync(client.path)).toBe(true);
  });

  it("is disabled by default, including its page", async () => {
    await using other = await startEmulator({ desktopClient: false });
    expect(other.desktopClient).toBeUndefined();
    expect((await fetch(`${other.webBase}/desktop-client`)).status).toBe(404);
  });

  it("removes its directory and connections when the emulator closes", async () => {
    const other = await startEmulator({ desktopClient: { answer: "deny", behavior: "slow" } });
    const { path = "", answer, behavior } = other.desktopClient ?? {};
    expect([answer, behavior]).toEqual(["deny", "slow"]);
    const program = await connectProgram(path);
    await other.close();
    await program.ended;
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("uses the configured player and does not remove the configured directory", async () => {
    const folder = temporaryFolder();
    await using other = await startEmulator({ desktopClient: { folder, player: "Grace" } });
    const { path = "" } = other.desktopClient ?? {};
    const program = await connectProgram(path);
    const { payload } = await program.exchange(0, { v: 1, client_id: other.application.id });
    expect(payload).toHaveProperty("data.user.global_name", "Grace");
    await other.close();
    expect(existsSync(folder)).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it("rejects an invalid answer or behavior", () => {
    expect(() => (client.answer = "maybe" as "ask")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
    expect(() => (client.behavior = "odd" as "rude")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  it("sends an authorization request to every subscribed game or to one application's games", async () => {
    const folder = temporaryFolder();
    const applications = [{ name: "One" }, { name: "Two" }, { name: "Three" }];
    await using other = await startEmulator({ desktopClient: { folder }, world: { applications } });
    const [one, two, three] = other.applications;
    const { path = "" } = other.desktopClient ?? {};
    const request = (application?: EmulatorApplication) =>
      other.desktopClient?.requestAuthorization(application);
    const games = await Promise.all(
      [one, two, three].map((application) => connectProgram(path, application?.id)),
    );
    for (const game of games.slice(0, 2))
      await game.exchange(1, { cmd: "SUBSCRIBE", evt: "AUTHORIZE_REQUEST", nonce: "1" });
    expect(await request()).toBe(2);
    expect(await request(two)).toBe(1);
    expect(await request(three)).toBe(0);
    const requestsOf = (game: RpcProgram) =>
      game
        .received()
        .toString()
        .match(/"DISPATCH","evt":"AUTHORIZE_REQUEST"/g)?.length ?? 0;
    for (const game of games) game.send(3, "last");
    // Messages are handled in order, so once the pings are answered, the requests have already arrived.
    await expect.poll(() => games.every((game) => game.received().includes('"last"'))).toBe(true);
    expect(games.map(requestsOf)).toEqual([1, 2, 0]);
  });
});

describe("the page", () => {
  const page = () => `${emulator.webBase}/desktop-client`;
  const look = async () => (await fetch(page())).text();

  it.each([
    ["accept", { data: { code: expect.any(String) as unknown } }],
    ["deny", { evt: "ERROR", data: { code: 5000 } }],
  ])("lets the player %s a prompt", async (answer, expected) => {
    const { application } = emulator;
    const program = await connectProgram(client.path, application.id);
    const answered = program.run("AUTHORIZE", { client_id: application.id, scopes: ["identify"] });
    await expect.poll(() => client.prompts.length).toBe(1);
    const html = await look();
    expect(html).toContain("A &amp; B wants to");
    expect(html).toContain("You are signed in as Ada.");
    expect(html).toContain("<li>See your name and picture <code>identify</code></li>");
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
    const response = await fetch(page(), { method: "POST", body: new URLSearchParams({ prompt, answer }) });
    expect(response.url).toBe(page());
    expect(await response.text()).toContain("There are no pending requests.");
    expect(await answered).toMatchObject(expected);
  });

  it("ignores an answer to a closed prompt", async () => {
    for (const answer of ["accept", "deny"]) {
      const response = await fetch(page(), {
        method: "POST",
        body: new URLSearchParams({ prompt: "gone", answer }),
      });
      expect(response.status).toBe(200);
    }
    expect((await fetch(page(), { method: "POST", body: "" })).status).toBe(200);
  });
});

describe("the desktop client's socket", () => {
  function server(): Server {
    const made = createServer();
    onTestFinished(() => void made.close());
    return made;
  }

  it("uses the next free socket name and creates a directory with mode 0700", async () => {
    const folder = join(temporaryFolder(), "run");
    const first = await listenAt(server(), folder);
    const second = await listenAt(server(), folder);
    expect([first.path, second.path]).toEqual([join(folder, "discord-ipc-0"), join(folder, "discord-ipc-1")]);
    expect(first.environment).toEqual({ XDG_RUNTIME_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await first.remove();
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    [
      "is a file",
      (parent: string) => {
        writeFileSync(join(parent, "file"), "");
        return join(parent, "file");
      },
    ],
    ["makes the socket's path too long", (parent: string) => join(parent, "x".repeat(120))],
    [
      "has no free socket name",
      (parent: string) => {
        for (let index = 0; index < 10; index += 1) mkdirSync(join(parent, `discord-ipc-${index}`));
        return parent;
      },
    ],
  ])("explains why it rejects a directory that %s", async (_what, folderIn) => {
    const listening = listenAt(server(), folderIn(temporaryFolder()));
    await expect(listening).rejects.toMatchObject({
      code: "socket_unavailable",
      message: expect.stringMatching(/cannot listen in .* \([A-Z]+\)\.$/) as unknown,
    });
  });

  it("on Windows, uses a named pipe and no directory", async () => {
    asPlatform("win32");
    // On other systems, listening creates a file in the working directory.
    const { path, environment, remove } = await listenAt(server(), temporaryFolder());
    expect(path).toMatch(/^\\\\\?\\pipe\\discord-ipc-\d$/);
    expect(environment).toEqual({});
    await remove();
  });
});
