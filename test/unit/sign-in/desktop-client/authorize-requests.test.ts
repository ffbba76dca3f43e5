import { expect, it, onTestFinished } from "vitest";
import { watchAuthorizeRequests } from "../../../../src/sign-in/desktop-client/authorize-requests.ts";
import { LoggingSeverity } from "../../../../src/log/logger.ts";
import {
  type Answer,
  answering,
  type Ends,
  fakeDesktopClient,
  frameOf,
  refusal,
  real,
} from "../../../setup/fake-desktop-client.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const event = { cmd: "DISPATCH", evt: "AUTHORIZE_REQUEST", data: null, nonce: null };
const other: Answer = real(answering({ code: "1" }));

/** A desktop client that accepts the subscription and exposes its connections to the test. */
function takingRequests(ends: Ends[]): Answer {
  return (sent, end) => {
    if (sent.payload["cmd"] !== "SUBSCRIBE") return other(sent, end);
    ends.push(end);
    answering({ evt: "AUTHORIZE_REQUEST" })(sent, end);
  };
}

function watch(path: string, socketPaths = () => [path]) {
  const controller = new AbortController();
  const reported: string[] = [];
  const state = { requests: 0, now: 0, waits: 0, retry: () => {} };
  const running = watchAuthorizeRequests(
    {
      socketPaths,
      peerUser: () => undefined,
      applicationId: "1",
      onRequest: () => state.requests++,
      log: (severity, _area, text) => {
        expect(severity).toBe(LoggingSeverity.Info);
        reported.push(text);
      },
      clock: () => state.now,
      wait: (_ms, signal) => {
        state.waits++;
        return new Promise<void>((resolve, reject) => {
          state.retry = resolve;
          signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
      },
    },
    controller.signal,
  );
  onTestFinished(async () => {
    controller.abort();
    await running;
  });
  return { state, reported, controller, running };
}

/** Watches a desktop client that has accepted the subscription. */
async function startListening() {
  const ends: Ends[] = [];
  const client = await fakeDesktopClient(takingRequests(ends));
  const watched = watch(client.path);
  await expect.poll(() => ends.length).toBe(1);
  return { client, ends, ...watched };
}

it("subscribes to the event and reports each request", async () => {
  const { client, ends, state, reported } = await startListening();
  expect(client.sent.at(-1)?.payload).toEqual({
    cmd: "SUBSCRIBE",
    evt: "AUTHORIZE_REQUEST",
    args: {},
    nonce: expect.any(String) as string,
  });
  ends[0]?.send(1, event);
  await expect.poll(() => state.requests).toBe(1);
  state.now = 5000;
  ends[0]?.send(1, { ...event, data: { token: "anything", nested: [1] } });
  await expect.poll(() => state.requests).toBe(2);
  expect(reported.join()).not.toContain("anything");
});

it("reports one request and disconnects if a program sends requests endlessly", async () => {
  const { client, ends, state } = await startListening();
  for (let count = 0; count < 600; count++) ends[0]?.send(1, event);
  await expect.poll(() => [state.waits, client.ended()]).toEqual([1, 1]);
  expect(state.requests).toBe(1);
});

it.each<[string, (end: Ends) => void]>([
  ["a frame of 4 GiB", ({ socket }) => void socket.write(Buffer.from("01000000ffffffff", "hex"))],
  ["nothing and disconnects", ({ socket }) => void socket.destroy()],
])("reconnects after a minute to a client that sends %s", async (_, send) => {
  const { ends, state } = await startListening();
  send(ends[0] ?? expect.unreachable());
  await expect.poll(() => state.waits).toBe(1);
  expect(state.requests).toBe(0);
  state.retry();
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.send(1, event);
  await expect.poll(() => state.requests).toBe(1);
});

it("ignores other events and responses that resemble the event", async () => {
  const { ends, state } = await startListening();
  for (const wrong of [
    { ...event, evt: "ACTIVITY_JOIN" },
    { ...event, evt: "__proto__" },
    { ...event, cmd: "SUBSCRIBE" },
    { ...event, evt: ["AUTHORIZE_REQUEST"] },
    { evt: "AUTHORIZE_REQUEST" },
  ])
    ends[0]?.send(1, wrong);
  ends[0]?.send(1, event);
  await expect.poll(() => state.requests).toBe(1);
});

it("logs a refusing or absent client only once and retries every minute", async () => {
  const refusing = await fakeDesktopClient((sent, ends) =>
    sent.payload["cmd"] === "SUBSCRIBE" ? answering(refusal, "ERROR")(sent, ends) : other(sent, ends),
  );
  for (const [path, problem] of [
    [refusing.path, /it responded with the error 4006/],
    [`${temporaryFolder()}/discord-ipc-0`, /it is not running/],
  ] as const) {
    const { state, reported } = watch(path);
    await expect.poll(() => state.waits).toBe(1);
    state.retry();
    await expect.poll(() => state.waits).toBe(2);
    expect(reported).toEqual([expect.stringMatching(problem)]);
  }
});

it("closes the connection and reports no further requests when aborted", async () => {
  const { client, ends, state, controller, running } = await startListening();
  controller.abort();
  ends[0]?.send(1, event);
  await running;
  await expect.poll(() => client.ended()).toBe(1);
  expect(state.requests).toBe(0);
});

it("reconnects after a minute to a client that accepts the subscription and then disconnects", async () => {
  const client = await fakeDesktopClient((sent, ends) => {
    if (sent.payload["cmd"] !== "SUBSCRIBE") return other(sent, ends);
    const { cmd, nonce } = sent.payload;
    const answer = frameOf(1, { cmd, evt: null, nonce, data: { evt: "AUTHORIZE_REQUEST" } });
    ends.socket.write(Buffer.concat([answer, frameOf(2, { code: 1000, message: "bye" })]));
  });
  const { state, reported } = watch(client.path);
  await expect.poll(() => state.waits).toBe(1);
  expect(reported).toEqual([
    expect.stringMatching(/listening for requests/),
    expect.stringMatching(/the connection has ended/),
  ]);
});

it("logs a failure to list socket paths without the error and retries after a minute", async () => {
  const ends: Ends[] = [];
  const client = await fakeDesktopClient(takingRequests(ends));
  let broken = true;
  const { state, reported } = watch(client.path, () => {
    if (broken) throw new Error("somebody's folder");
    return [client.path];
  });
  await expect.poll(() => state.waits).toBe(1);
  expect(reported).toEqual(["requests from the desktop client are unavailable: the subscription failed"]);
  broken = false;
  state.retry();
  await expect.poll(() => ends.length).toBe(1);
});

it("neither logs nor retries when a search is aborted", async () => {
  let end = () => {};
  const client = await fakeDesktopClient(() => end());
  const { state, reported, controller, running } = watch(client.path);
  end = () => controller.abort();
  await running;
  expect(client.sent).toHaveLength(1);
  await expect.poll(() => client.ended()).toBe(1);
  expect([reported, state.waits]).toEqual([[], 0]);
});
