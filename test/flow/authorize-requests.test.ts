import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { Client } from "../../src/client.ts";
import { type EmulatedDesktopClient, type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { runProgram } from "../setup/child-process.ts";
import {
  answering,
  type Ends,
  fakeDesktopClient,
  lookForDesktopClientsIn,
  real,
} from "../setup/fake-desktop-client.ts";

let emulator: Emulator;
let desktop: EmulatedDesktopClient;
beforeAll(async () => {
  emulator = await startEmulator({ desktopClient: { player: "Grace", answer: "accept" } });
  desktop = emulator.desktopClient as EmulatedDesktopClient;
});
afterAll(() => emulator.close());
afterEach(() => void vi.unstubAllEnvs());

function createGame() {
  const client = new Client({
    ...emulator.clientOptions(),
    openBrowser: emulator.player("Ada").browser(),
    store: memoryTokenStore(),
  });
  onTestFinished(() => client.close());
  return client;
}

it("links an account from the desktop client", async () => {
  lookForDesktopClientsIn(desktop.environment["XDG_RUNTIME_DIR"] ?? "");
  const client = createGame();
  const linked = new Promise<string | undefined>((resolve, reject) => {
    client.RegisterAuthorizeRequestCallback(() => {
      client
        .signIn({ scopes: Client.GetDefaultPresenceScopes(), consent: "desktop-client" })
        .then(({ player }) => resolve(player?.name), reject);
    });
  });
  expect(await desktop.requestAuthorization(emulator.addApplication())).toBe(0);
  await expect.poll(() => desktop.requestAuthorization()).toBe(1);
  expect(await linked).toBe("Grace");
  client.RemoveAuthorizeRequestCallback();
  await expect.poll(() => desktop.requestAuthorization()).toBe(0);
});

it("logs a callback's exception and accepts a replacement callback", async () => {
  lookForDesktopClientsIn(desktop.environment["XDG_RUNTIME_DIR"] ?? "");
  const client = createGame();
  const lines: string[] = [];
  client.AddLogCallback((line) => void lines.push(line), 3);
  client.RegisterAuthorizeRequestCallback(() => {
    throw new TypeError("mine");
  });
  await expect.poll(() => desktop.requestAuthorization()).toBe(1);
  await expect.poll(() => lines.join("\n")).toContain("RegisterAuthorizeRequestCallback");
  let requests = 0;
  client.RegisterAuthorizeRequestCallback(() => void requests++);
  await expect.poll(async () => (await desktop.requestAuthorization(), requests)).toBe(1);
});

it("survives a hostile program posing as the desktop client and accepts no code from it", async () => {
  const event = { cmd: "DISPATCH", evt: "AUTHORIZE_REQUEST", data: { code: "stolen" }, nonce: null };
  const flood = ({ send, socket }: Ends) => {
    for (let count = 0; count < 1000; count++) send(1, event);
    socket.write("The data is not a frame.");
  };
  const hostile = await fakeDesktopClient((sent, ends) => {
    if (sent.payload["cmd"] !== "SUBSCRIBE") return real(answering({ code: "stolen" }))(sent, ends);
    answering({})(sent, ends);
    flood(ends);
  });
  lookForDesktopClientsIn(dirname(hostile.path));
  const client = createGame();
  const notices: unknown[] = [];
  client.RegisterAuthorizeRequestCallback((...given: unknown[]) => void notices.push(given));
  await expect.poll(() => hostile.ended()).toBe(1);
  expect(notices).toEqual([[]]);
  const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
  expect(session.player?.name).toBe("Ada");
});

it("does not keep an otherwise idle program running", async () => {
  const program = `import { Client } from "slashpass";
    new Client({ applicationId: "1" }).RegisterAuthorizeRequestCallback(() => undefined);
    setTimeout(() => console.log("done"), 500);`;
  const { status, stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: new URL("../..", import.meta.url).pathname,
    env: { ...process.env, ...desktop.environment },
  });
  expect([status, stdout]).toEqual([0, "done\n"]);
});
