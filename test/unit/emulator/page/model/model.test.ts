import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  model,
  notify,
  onChange,
  toggle,
  update,
  findExchanges,
  groupExchanges,
  shortTitle,
  mostExchanges,
  mostMessages,
  withNews,
  partText,
  fieldBounds,
  optionValue,
  withFiles,
} from "../../../../../src/emulator/page/model/model.ts";
import type { ExchangeView, MessageView, FieldView } from "../../../../../src/emulator/page/model/view.ts";
import { OptionType } from "../../../../../src/wire/command-option.ts";
import { withSentFiles } from "../../../../../src/emulator/player/player-file.ts";

beforeEach(() => update({ notices: [], waiting: 0, sought: "" }));

it("notifies listeners after each change", () => {
  const listener = vi.fn<(sought: string) => void>();
  onChange(() => listener(model.sought));
  update({ sought: "voice" });
  update({ waiting: 1 });
  expect(listener.mock.calls).toEqual([["voice"], ["voice"]]);
  expect(model).toMatchObject({ sought: "voice", waiting: 1, isConnected: true });
});

it("keeps the newest fifty notices in order, each with its own number", () => {
  const at = "2026-11-23T12:00:00.000Z";
  for (const text of many(60).map(String)) notify({ at, text, hint: undefined });
  expect(model.notices.map(({ text }) => text)).toEqual(many(60).slice(10).map(String));
  expect(new Set(model.notices.map(({ number }) => number)).size).toBe(50);
});

it("opens and closes a row", () => {
  toggle("exchange 1");
  toggle("exchange 2");
  expect(model.opened).toEqual(["exchange 1", "exchange 2"]);
  toggle("exchange 1");
  expect(model.opened).toEqual(["exchange 2"]);
});

function exchange(number: number, more: Partial<ExchangeView> = {}): ExchangeView {
  const part = { headers: [], bytes: 0, isWhole: true, body: "", line: "" };
  return {
    number,
    from: "service",
    title: "PING",
    outcome: "refused",
    result: "refused: no server",
    at: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    timing: "",
    cost: "",
    signature: undefined,
    advice: undefined,
    request: part,
    answer: undefined,
    curl: undefined,
    isReplayable: false,
    ...more,
  };
}

const numbers = (groups: readonly (readonly ExchangeView[])[]) =>
  groups.map((group) => group.map(({ number }) => number));

describe("groupExchanges", () => {
  it("groups three or more consecutive equal exchanges", () => {
    const pings = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => exchange(from - index));
    const other = exchange(5, { result: "200", outcome: "done" });
    expect(numbers(groupExchanges([...pings(9, 6), other, ...pings(4, 3)]))).toEqual([
      [9, 8, 7, 6],
      [5],
      [4],
      [3],
    ]);
    expect(groupExchanges([])).toEqual([]);
  });

  it.each(["title", "from", "outcome", "result"])(
    "does not group exchanges with a different `%s`",
    (field) => {
      const others = exchange(2, { [field]: "else" });
      expect(groupExchanges([exchange(4), exchange(3), others])).toHaveLength(3);
    },
  );
});

describe("findExchanges", () => {
  const line = (text: string) => ({ ...exchange(0).request, line: text });
  const all = [
    exchange(3, { title: "/match find", outcome: "done", result: "200" }),
    exchange(2, { request: line("POST https://game.example/x"), answer: line("404") }),
    exchange(1, { request: { ...line(""), body: '{"name":"Ada"}' } }),
  ];
  it.each([
    ["", [3, 2, 1]],
    ["  ", [3, 2, 1]],
    ["MATCH", [3]],
    ["game.example", [2]],
    ["ada", [1]],
    ["refused", [2, 1]],
    ["nowhere", []],
  ])("searching for %j returns the exchanges %j", (sought, found) => {
    expect(numbers([findExchanges(all, sought)])).toEqual([found]);
  });
});

describe("shortTitle", () => {
  it.each([
    ["PING", "PING"],
    ["GET /users/@me", "GET /users/@me"],
    [
      "POST /webhooks/1575342512236988518/:token/messages/@original",
      "POST /webhooks/1575…8518/:token/messages/@original",
    ],
    [
      "PUT /applications/1575342512236988518/guilds/1000000000000002/commands/1575342512236988519/permissions",
      "PUT /applications/1575…8518/…/1575…8519/permissions",
    ],
    ["a name without a path that is as long as names are allowed to be here and longer", undefined],
  ])("shortens %j", (title, short = title) => {
    expect(shortTitle(title)).toBe(short);
  });

  it("keeps both ends of a long path without splitting characters", () => {
    const short = shortTitle(`GET /${"🎮".repeat(60)}/end`);
    expect(Array.from(short)).toHaveLength(52);
    expect(short).toMatch(/^GET \/🎮+…🎮+\/end$/u);
  });
});

const titled = (number: number, title = "") => ({ number, title }) as ExchangeView;
const message = (window: string, number: number) => ({ window, number }) as MessageView;
const many = (count: number) => Array.from({ length: count }, (_, number) => number);

describe("withNews", () => {
  it("sorts exchanges newest first and updates them by number", () => {
    const known = [titled(2), titled(1, "under way")];
    const news = [titled(1, "done"), titled(3)];
    expect(withNews(known, news, mostExchanges)).toEqual([titled(3), titled(2), titled(1, "done")]);
  });

  it("keeps messages of different windows even if their numbers are equal", () => {
    const known = [message("a", 1)];
    expect(withNews(known, [message("b", 1), message("a", 1)], mostMessages)).toHaveLength(2);
  });

  it.each([
    ["exchanges", mostExchanges, 1_000],
    ["messages", mostMessages, 300],
  ])("keeps the newest %s", (_what, most, limit) => {
    const known = many(limit).map((number) => titled(number));
    const kept = withNews(known, [titled(limit)], most).map(({ number }) => number);
    expect(kept).toEqual(many(limit).map((number) => limit - number));
  });
});

it.each([
  [{ body: '{"type":1}', bytes: 10, isWhole: true }, '{\n  "type": 1\n}'],
  [{ body: "pong", bytes: 4, isWhole: true }, "pong"],
  [{ body: '{"type":', bytes: 9_000, isWhole: false }, '{"type":\n… 9000 bytes in total'],
])("shows %j as %j", (part, text) => {
  expect(partText(part)).toBe(text);
});

it.each([
  [OptionType.Boolean, "true", true],
  [OptionType.Boolean, "false", false],
  [OptionType.Integer, "12", 12],
  [OptionType.Number, "-1.5", -1.5],
  [OptionType.Number, " ", " "],
  [OptionType.Integer, "twelve", "twelve"],
  [OptionType.Number, "1e999", "1e999"],
  [OptionType.String, "12", "12"],
  [OptionType.User, "12", "12"],
  [99, "12", "12"],
])("for type %i, converts the input %j to %j", (type, text, value) => {
  expect(optionValue(type, text)).toBe(value);
});

it.each([
  [OptionType.Integer, { type: "number", step: "1", min: 1, max: 9 }],
  [OptionType.Number, { type: "number", step: "any", min: 1, max: 9 }],
  [OptionType.String, { dir: "auto", minLength: 2, maxLength: 16 }],
  [99, { dir: "auto", minLength: 2, maxLength: 16 }],
  [OptionType.Attachment, { dir: "auto", minLength: 2, maxLength: 16, type: "file" }],
])("for type %i, returns the bounds %j", (type, expected) => {
  const field = { type, min: 1, max: 9, minLength: 2, maxLength: 8 } as FieldView;
  expect(fieldBounds(field)).toEqual(expected);
});

it("transfers files unchanged from the page to the emulator", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  const values = {
    name: "map",
    count: 2,
    none: null,
    files: [new File([bytes], "map.png", { type: "image/png" }), new File([], "empty")],
  };
  const sent = JSON.parse(JSON.stringify(await withFiles(values))) as unknown;
  expect(withSentFiles(sent)).toEqual({
    name: "map",
    count: 2,
    none: null,
    files: [
      { name: "map.png", type: "image/png", data: Buffer.from(bytes) },
      { name: "empty", data: Buffer.alloc(0) },
    ],
  });
});
