import { expect, it } from "vitest";
import { WindowProblems, recordMessage } from "../../../../src/emulator/activity/report.ts";

const problem = (message: string, at = 1) => ({ at, message, hint: "" });

it("emits a repeated problem once and moves it to the end of the list", () => {
  const problems = new WindowProblems();
  const received: string[] = [];
  const deafen = problems.news.listen(({ message }) => received.push(message));
  for (const [index, message] of ["a", "b", "a"].entries()) problems.add(problem(message, index));
  deafen();
  problems.add(problem("c", 3));
  expect(problems.all).toEqual([problem("b", 1), problem("a", 2), problem("c", 3)]);
  expect(received).toEqual(["a", "b"]);
});

it("keeps the last 100 problems", () => {
  const problems = new WindowProblems();
  for (let index = 0; index < 105; index += 1) problems.add(problem(String(index)));
  expect([problems.all.length, problems.all[0]?.message]).toEqual([100, "5"]);
});

const about = { number: 1, from: "activity", at: 5 } as const;
const cyclic: Record<string, unknown> = {};
cyclic["again"] = cyclic;
const record = (message: unknown) => recordMessage(about, message);

it.each<[unknown, string]>([
  [[0, { v: 1 }], "HANDSHAKE"],
  [[2, { code: 1000 }], "CLOSE"],
  [[1, { cmd: "GET_CHANNEL", evt: null }], "GET_CHANNEL"],
  [[1, { cmd: "SUBSCRIBE", evt: "SPEAKING_START" }], "SUBSCRIBE SPEAKING_START"],
  [[1, { cmd: "DISPATCH", evt: "READY" }], "READY"],
  [[1, {}], "unreadable"],
  ["hello", "unreadable"],
  [undefined, "unreadable"],
])("records the message %j with the title %s", (message, title) => {
  expect(record(message)).toMatchObject({ ...about, title });
});

it("masks credentials but not error codes", () => {
  const data = {
    code: "c0de",
    access_token: "t0ken",
    ticket: "t1cket",
    client_secret: "s3cret",
    scopes: ["identify"],
  };
  const { body } = record([1, { cmd: "AUTHORIZE", data }]);
  expect(JSON.parse(body)).toEqual({
    cmd: "AUTHORIZE",
    data: {
      code: "[hidden]",
      access_token: "[hidden]",
      ticket: "[hidden]",
      client_secret: "[hidden]",
      scopes: ["identify"],
    },
  });
  expect(record([2, { code: 4000 }]).body).toBe('{"code":4000}');
});

it("truncates long messages and omits the body of unserializable ones", () => {
  expect(record([1, { text: "x".repeat(20_000) }])).toMatchObject({ size: 20_011 });
  expect(record([1, { text: "x".repeat(20_000) }]).body).toHaveLength(16_384);
  expect(record([1, cyclic])).toMatchObject({ body: "", size: 0 });
});
