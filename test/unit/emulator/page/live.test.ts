import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { recordMessage, type RecordedMessage } from "../../../../src/emulator/activity/report.ts";
import { Live, describeMessage } from "../../../../src/emulator/page/live.ts";
import type { PlayState, ExchangeView } from "../../../../src/emulator/page/model/view.ts";
import { Exchanges } from "../../../../src/emulator/outbound/exchanges.ts";
import { exchangeOf } from "../../../setup/emulator/exchange.ts";

const clock = new Clock();

function open(state: () => unknown) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const reported: string[] = [];
  vi.spyOn(response, "write").mockImplementation((text: unknown) => reported.push(String(text)) > 0);
  const exchanges = new Exchanges();
  const windows: ActivityWindow[] = [];
  void new Live(response, {
    clock,
    exchanges,
    describe: ({ number }) => ({ number }) as ExchangeView,
    state: state as () => PlayState,
    windows: () => windows,
  });
  return { response, reported, exchanges, windows };
}

describe("Live", () => {
  it("sends the current state, then each change once", () => {
    let state = { is: 1 };
    const { reported, exchanges, response } = open(() => state);
    expect(reported).toEqual(['event: state\ndata: {"is":1}\n\n']);
    clock.advance(1_000);
    expect(reported).toHaveLength(1);
    state = { is: 2 };
    exchanges.add(exchangeOf({}));
    clock.advance(1_000);
    expect(reported.slice(1)).toEqual([
      'event: state\ndata: {"is":2}\n\n',
      'event: exchanges\ndata: [{"number":1}]\n\n',
    ]);
    exchanges.add(exchangeOf({}));
    clock.advance(1_000);
    expect(reported.at(-1)).toBe('event: exchanges\ndata: [{"number":2}]\n\n');
    response.destroy();
    exchanges.add(exchangeOf({}));
    clock.advance(1_000);
    expect(reported).toHaveLength(4);
  });

  it("sends each message from an Activity's windows once", () => {
    const { reported, windows } = open(() => ({}));
    const say = (number: number) => recordMessage({ number, from: "client", at: 0 }, [2, { code: 1000 }]);
    const messages = [say(1)];
    windows.push({ ticket: "t", messages } as unknown as ActivityWindow);
    clock.advance(1_000);
    messages.push(say(2));
    clock.advance(1_000);
    clock.advance(1_000);
    const events = reported.slice(1).map((text) => text.split("\n"));
    expect(events.map(([event]) => event)).toEqual(["event: messages", "event: messages"]);
    expect(events.map(([, data = ""]) => JSON.parse(data.slice("data: ".length)) as object)).toMatchObject([
      [{ window: "t", number: 1 }],
      [{ window: "t", number: 2 }],
    ]);
  });

  it("closes the connection if the state cannot be sent", () => {
    let isBroken = false;
    const { response } = open(() => (isBroken ? expect.unreachable() : {}));
    isBroken = true;
    clock.advance(1_000);
    expect(response.destroyed).toBe(true);
  });
});

const describeOne = (from: RecordedMessage["from"], message: unknown) =>
  describeMessage("t", recordMessage({ number: 4, from, at: 0 }, message));
const event = { cmd: "DISPATCH", evt: "READY", data: {} };
const refusal = { cmd: "AUTHORIZE", evt: "ERROR", data: { code: 4006, message: "No" } };
const handshake = { v: 1, client_id: "5" };

it.each([
  ["activity", [0, handshake], "HANDSHAKE", "handshake", "done"],
  ["activity", [1, { cmd: "SUBSCRIBE", evt: "ERROR" }], "SUBSCRIBE", "command", "done"],
  ["client", [1, event], "READY", "event", "done"],
  ["client", [1, { cmd: "GET_USER", evt: null, data: null }], "GET_USER", "answer", "done"],
  ["client", [1, refusal], "AUTHORIZE", "error 4006", "refused"],
  ["client", [2, { code: 4007, message: "No" }], "CLOSE", "close 4007", "refused"],
  ["client", [2, { code: 1000 }], "CLOSE", "close 1000", "done"],
  ["activity", [2, {}], "CLOSE", "close", "done"],
] as const)("describes the %s's message %j", (from, message, title, kind, outcome) => {
  expect(describeOne(from, message)).toEqual({
    window: "t",
    number: 4,
    from,
    title,
    kind,
    outcome,
    at: "1970-01-01T00:00:00.000Z",
    body: JSON.stringify(message[1], null, 2),
  });
});

it("truncates a long message and shows an empty body if there is no data", () => {
  const long = { cmd: "CAPTURE_LOG", evt: "ERROR", data: "x".repeat(20_000) };
  expect(describeOne("client", [1, long])).toMatchObject({
    title: "CAPTURE_LOG",
    kind: "error",
    body: expect.stringMatching(/^\{"cmd":"CAPTURE_LOG".*x\n… 20\d{3} characters in total$/),
  });
  expect(describeOne("activity", [1])).toMatchObject({ kind: "command", body: "" });
});
