import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findDesktopClient } from "../../../../src/sign-in/desktop-client/find.ts";
import {
  answering,
  type Answer,
  type FakeDesktopClient,
  fakeDesktopClient,
  ready,
  real,
} from "../../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const never = new AbortController().signal;
const nothing: Answer = () => undefined;
const good = real(nothing);

async function find(socketPaths: readonly string[], signal = never) {
  const search = { socketPaths: () => socketPaths, peerUser: () => undefined, applicationId: "1", signal };
  const found = await findDesktopClient(search);
  if ("connection" in found) onTestFinished(() => found.connection.close());
  return found;
}

/** Time passes only while a caller waits for a client that does not respond. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Half a second passes with each frame that this client receives. */
const silent: Answer = () => void vi.advanceTimersByTime(500);

describe("findDesktopClient", () => {
  it("returns the first client that rejects the probe command, as real clients do, and sends no other command", async () => {
    const clients = [await fakeDesktopClient(good), await fakeDesktopClient(good)];
    const [first, second] = clients.map(({ path }) => path) as [string, string];
    expect(await find([first, second])).toMatchObject({ socketPath: first });
    expect(clients[0]?.sent.map(({ payload }) => payload["cmd"])).toEqual([
      undefined,
      "GET_SELECTED_VOICE_CHANNEL",
    ]);
    expect(clients[1]?.connections()).toBe(0);
  });

  it("returns the fourth of ten clients if the first three fail the check", async () => {
    const folder = temporaryFolder();
    const rude: Answer = (_sent, { send }) => send(2, { code: 4002 });
    const answers = [silent, rude, imitation, good, good, good, good, good, good, good];
    const clients: FakeDesktopClient[] = [];
    for (const [index, answer] of answers.entries())
      clients.push(await fakeDesktopClient(answer, `discord-ipc-${index}`, folder));
    const found = await find(clients.map(({ path }) => path));
    expect(found).toMatchObject({ socketPath: `${folder}/discord-ipc-3` });
    expect(clients.map(({ connections }) => connections())).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    await expect.poll(() => clients.slice(0, 3).map(({ ended }) => ended())).toEqual([1, 1, 1]);
  });
});

/** Sends a greeting and then ignores requests, as programs that only show presence do. */
const imitation: Answer = ({ opcode }, { send }) => {
  if (opcode === 0) send(1, ready);
  else vi.advanceTimersByTime(500);
};

describe("without a usable desktop client", () => {
  it("reports no problem if no client is running", async () => {
    const folder = temporaryFolder();
    expect(await find([`${folder}/discord-ipc-0`, `${folder}/discord-ipc-1`])).toEqual({ problems: [] });
    expect(await find([])).toEqual({ problems: [] });
  });

  it.each<[string, Answer, string]>([
    ["does not respond", silent, "it did not respond within 500 ms"],
    ["does not respond after the handshake", imitation, "it did not respond within 500 ms"],
    [
      "accepts a command that it has to refuse",
      (sent, ends) => (sent.opcode === 0 ? ends.send(1, ready) : answering({})(sent, ends)),
      "it accepted a request that every desktop client rejects",
    ],
    [
      "does not know the application",
      (_sent, { send }) => send(2, { code: 4000 }),
      "it does not recognize the application (4000)",
    ],
  ])("reports a client that %s", async (_what, answer, problem) => {
    const { path, ended } = await fakeDesktopClient(answer);
    expect(await find([path])).toEqual({ problems: [`${path}: ${problem}`] });
    await expect.poll(ended).toBe(1);
  });

  it("stops after three seconds regardless of the number of unresponsive clients", async () => {
    const clients: FakeDesktopClient[] = [];
    for (let index = 0; index < 10; index += 1) clients.push(await fakeDesktopClient(silent));
    const found = await find(clients.map(({ path }) => path));
    expect(found).toHaveProperty("problems.length", 6);
    expect(clients.filter(({ connections }) => connections() > 0)).toHaveLength(6);
  });

  it("rejects with the abort reason", async () => {
    const { path, ended, sent } = await fakeDesktopClient(nothing);
    const controller = new AbortController();
    const reason = new Error("no longer");
    const finding = find([path, path], controller.signal);
    await expect.poll(() => sent.length).toBe(1);
    controller.abort(reason);
    await expect(finding).rejects.toBe(reason);
    await expect.poll(ended).toBe(1);
  });

  it("skips a hanging file system after 500 ms", async () => {
    const lstat = vi.spyOn(files, "lstat").mockReturnValue(new Promise(() => undefined));
    syncBuiltinESMExports();
    onTestFinished(() => {
      lstat.mockRestore();
      syncBuiltinESMExports();
    });
    const finding = find(["/nowhere/discord-ipc-0"]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await finding).toEqual({ problems: [] });
    const controller = new AbortController();
    const aborted = find(["/nowhere/discord-ipc-0"], controller.signal);
    controller.abort(new Error("no longer"));
    await expect(aborted).rejects.toThrow("no longer");
  });

  it("throws internal errors instead of reporting a problem", async () => {
    const { path } = await fakeDesktopClient(good);
    const peerUser = () => {
      throw new TypeError("a mistake");
    };
    const search = { socketPaths: () => [path], peerUser, applicationId: "1", signal: never };
    await expect(findDesktopClient(search)).rejects.toThrow(new TypeError("a mistake"));
  });
});
