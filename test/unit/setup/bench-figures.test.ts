import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Row } from "../../bench/frame/bench.ts";
import { countText, figuresOf, isTooMany } from "../../bench/frame/figures.js";
import { pageOf } from "../../bench/frame/page.js";
import { allBenches } from "../../bench/frame/subjects.js";
import { pictureOf } from "../../bench/frame/picture.js";
import { cellsOf, markdownTable } from "../../bench/frame/tables.js";

const rows: readonly Row[] = [
  { what: "the call", kind: "floor", values: [10, 40, 20] },
  { what: "ours", kind: "ours", values: [20, 160, 60] },
  { what: "<theirs>", kind: "peer", values: [100, 320, 180] },
];
const table = { name: "one", title: "One", unit: "ns", rows, left: "Nothing." };

test("a ratio is the median of the rounds' ratios, not the ratio of the medians", () => {
  expect(cellsOf(figuresOf(table)).slice(1)).toEqual([
    ["floor: the call", "20", "10 – 40", "", "0.33"],
    ["ours", "60", "20 – 160", "3", ""],
    ["<theirs>", "180", "100 – 320", "9", "3"],
  ]);
});

test("where more is better the ratio says how many times the cost it is all the same", () => {
  const figures = figuresOf({ ...table, unit: "GB/s", moreIsBetter: true });
  expect(cellsOf(figures)[3]).toEqual(["<theirs>", "180", "100 – 320", "0.11", "0.33"]);
});

test("a growth has a column for each line, and no figure where a line has none", () => {
  const growth = figuresOf({
    name: "growth",
    title: "Growth",
    size: "secrets",
    unit: "ns",
    lines: [
      {
        what: "ours",
        kind: "ours",
        points: [
          [1, 100.4],
          [1000, 2345],
        ],
      },
      { what: "theirs", kind: "peer", points: [[1, 5]] },
    ],
    left: "",
  });
  expect(markdownTable(cellsOf(growth))).toBe(
    [
      "| secrets | ours, ns | theirs, ns |",
      "| ------- | -------: | ---------: |",
      "| 1       |      100 |          5 |",
      "| 1,000   |    2,350 |            |",
    ].join("\n"),
  );
});

test("a growth says at each size how many times the floor each line costs", () => {
  const growth = figuresOf({
    name: "growth",
    title: "Growth",
    size: "secrets",
    unit: "ns",
    lines: [
      {
        what: "ours",
        kind: "ours",
        points: [
          [1, 100],
          [1000, 300],
        ],
      },
      { what: "theirs", kind: "peer", points: [[1, 500]] },
      {
        what: "the call",
        kind: "floor",
        points: [
          [1, 50],
          [1000, 60],
        ],
      },
    ],
    left: "",
  });
  expect(cellsOf(growth)).toEqual([
    ["secrets", "ours, ns", "× the floor", "theirs, ns", "× the floor", "floor: the call, ns"],
    ["1", "100", "2", "500", "10", "50"],
    ["1,000", "300", "5", "", "", "60"],
  ]);
});

test("a table says of how many rounds its figures are", () => {
  expect(cellsOf(figuresOf(table))[0]?.[0]).toBe("3 rounds");
  const single = rows.map((row) => ({ ...row, values: [1] }));
  expect(cellsOf(figuresOf({ ...table, rows: single }))[0]?.[0]).toBe("one round");
});

test("a count above its bound fails the run, unless a busy machine makes more of it", () => {
  const count = { what: "requests", value: 1_200, atMost: 1_000 };
  expect(isTooMany(count)).toBe(true);
  expect(countText(count)).toBe("requests: 1,200 (at most 1,000)");
  expect(isTooMany({ ...count, value: 1_000 })).toBe(false);
  expect(isTooMany({ ...count, ifQuiet: true })).toBe(false);
  expect(countText({ ...count, ifQuiet: true })).toBe("requests: 1,200 (at most 1,000 on a quiet machine)");
});

test("a picture escapes the names that it shows, and is readable in the dark", () => {
  const picture = pictureOf(figuresOf(table));
  expect(picture).toContain("&lt;theirs>");
  expect(picture).toContain("prefers-color-scheme: dark");
});

const measured = {
  about: "It runs.",
  pace: "full",
  commit: "c0ffee",
  date: "2026-11-23",
  load: 1,
  seconds: 2,
};

test("the page says what was not run and why, and has no picture of it", () => {
  const missing = [{ what: "redisLimits", why: "redis-server is not installed" }];
  const parts = [figuresOf({ ...table, rows: [], missing })];
  const page = pageOf({
    machine: "a machine",
    benches: [{ ...measured, name: "fleet", title: "Fleet", parts }],
  });
  expect(page).toContain("## A fleet of servers\n\n### Fleet\n\nIt runs.");
  expect(page).toContain("- redisLimits: not run here, redis-server is not installed\n");
  expect(page).not.toContain("![");
});

test("the page says of a bench that failed why it did", () => {
  const failed = {
    ...measured,
    name: "stores",
    title: "Stores",
    parts: [],
    failure: "it was not done after 240 s",
  };
  expect(pageOf({ machine: "a machine", benches: [failed] })).toContain(
    "**It failed:** it was not done after 240 s.",
  );
});

test("every bench of a subject is a module", () => {
  const absent = allBenches.filter((name) => !existsSync(`test/bench/${name}.js`));
  expect(absent).toEqual([]);
});
