import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SocialSdkConnection } from "../../../src/social-sdk/connection.ts";
import { FakeLibrary } from "../../setup/social-sdk/fake-library.ts";

/** The numbers of the library's states and errors. */
const [disconnected, , , ready] = [0, 1, 2, 3];
const unexpected = 2;

let library: FakeLibrary;
let connection: SocialSdkConnection;
let token: string;
let asked: (string | undefined)[];
const { signal } = new AbortController();
const fetchToken = (rejected: string | undefined) => {
  asked.push(rejected);
  return Promise.resolve(token);
};

beforeEach(() => {
  vi.useFakeTimers();
  library = new FakeLibrary();
  connection = new SocialSdkConnection(() => library);
  [token, asked] = ["first", []];
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

/** Waits until the library has been asked to connect. */
async function start(): Promise<{ connecting: Promise<void> }> {
  const connecting = connection.connect({ token: fetchToken, signal });
  connecting.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(library.posted).toContain("connect");
  return { connecting };
}

/** Delays the library's next response until the returned function is called. */
function holdAnswer(): () => void {
  let pass: () => void = () => undefined;
  library.answer = () => new Promise((resolve) => (pass = () => resolve([])));
  return () => pass();
}

const sentTokens = () => library.calls.map(({ values }) => values[0]);

describe("SocialSdkConnection", () => {
  it("keeps the process alive from the first call until the connection ends", async () => {
    const { connecting } = await start();
    expect(library.isHeld).toBe(true);
    library.emit("status", ready);
    await connecting;
    await connection.connect({ token: fetchToken, signal });
    library.emit("status", disconnected);
    expect([library.isHeld, connection.status]).toEqual([false, "disconnected"]);
    expect(library.posted).toEqual(["connect", "rest"]);
  });

  it.each([
    [[unexpected, 4004], /closed unexpectedly, code 4004/],
    [[0, 0], /no reason given\./],
    [[99, 0], /unknown reason\./],
  ])("rejects with the reason for the library's status %j", async ([reason, detail], message) => {
    const { connecting } = await start();
    library.emit("status", disconnected, reason, detail);
    await expect(connecting).rejects.toMatchObject({
      code: "connection_failed",
      message: expect.stringMatching(message),
      retryable: true,
    });
  });

  it("passes the token only once for simultaneous calls and then connects", async () => {
    const pass = holdAnswer();
    const both = [1, 2].map(() => connection.connect({ token: fetchToken, signal }));
    await vi.advanceTimersByTimeAsync(0);
    expect([sentTokens(), library.posted]).toEqual([["first"], []]);
    pass();
    await vi.advanceTimersByTimeAsync(0);
    library.emit("status", ready);
    await Promise.all(both);
    expect(library.posted).toEqual(["connect"]);
  });

  it("is canceled only when the last simultaneous call is aborted", async () => {
    const stops = [new AbortController(), new AbortController()];
    const calls = stops.map((stop) => connection.connect({ token: fetchToken, signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(0);
    for (const [index, stop] of stops.entries()) {
      expect(library.posted).toEqual(["connect"]);
      stop.abort();
      await expect(calls[index]).rejects.toMatchObject({ code: "aborted" });
    }
    expect(library.posted).toEqual(["connect", "disconnect"]);
  });

  it("connects again once a closing connection has closed", async () => {
    const { connecting } = await start();
    library.emit("status", ready);
    await connecting;
    connection.disconnect();
    const again = connection.connect({ token: fetchToken, signal });
    await vi.advanceTimersByTimeAsync(0);
    expect(library.posted).toEqual(["connect", "disconnect"]);
    library.emit("status", disconnected);
    expect(library.posted.slice(2)).toEqual(["rest", "connect"]);
    library.emit("status", ready);
    await again;
  });

  it("does not connect if disconnect() is called while the token is being passed", async () => {
    const pass = holdAnswer();
    const connecting = connection.connect({ token: fetchToken, signal });
    await vi.advanceTimersByTimeAsync(0);
    connection.disconnect();
    await expect(connecting).rejects.toMatchObject({
      message: expect.stringContaining("canceled") as string,
    });
    pass();
    await vi.advanceTimersByTimeAsync(0);
    expect(library.posted).toEqual([]);
  });

  it("treats an unknown state as a disconnection", async () => {
    const { connecting } = await start();
    library.emit("status", 77, 0, 0);
    await expect(connecting).rejects.toMatchObject({ code: "connection_failed" });
  });

  it("passes on a refreshed token and retries only if that fails", async () => {
    await start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sentTokens()).toEqual(["first"]);
    token = "second";
    library.answer = () => Promise.reject(new Error("no connection"));
    await vi.advanceTimersByTimeAsync(60_000);
    library.answer = () => Promise.resolve([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sentTokens()).toEqual(["first", "second", "second"]);
  });

  it("requests another token when the library reports that its token has expired", async () => {
    await start();
    token = "second";
    library.emit("tokenExpiration");
    await vi.advanceTimersByTimeAsync(0);
    expect([asked.at(-1), sentTokens()]).toEqual(["first", ["first", "second"]]);
  });

  it("does nothing before the first call or after it is closed", async () => {
    connection.disconnect();
    expect(library.posted).toEqual([]);
    await start();
    connection.close();
    library.emit("tokenExpiration");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sentTokens()).toEqual(["first"]);
  });
});
