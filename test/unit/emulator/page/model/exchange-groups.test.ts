import { describe, expect, it } from "vitest";
import {
  findExchanges,
  groupExchanges,
  shortTitle,
} from "../../../../../src/emulator/page/model/exchanges.ts";
import type { ShownExchange } from "../../../../../src/emulator/page/model/view.ts";

function exchange(number: number, more: Partial<ShownExchange> = {}): ShownExchange {
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

const numbers = (groups: readonly (readonly ShownExchange[])[]) =>
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

  it.each(["title", "from", "outcome", "result"])("separates exchanges with a different %s", (field) => {
    const others = exchange(2, { [field]: "else" });
    expect(groupExchanges([exchange(4), exchange(3), others])).toHaveLength(3);
  });
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
  ])("filters by %j: %j", (sought, found) => {
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
