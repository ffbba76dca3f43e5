import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Row } from "../../bench/frame/bench.ts";
import { countText, figuresOf, isTooMany } from "../../bench/frame/figures.js";
import { pageOf } from "../../bench/frame/page.js";
import { allBenches } from "../../bench/frame/subjects.js";
import { cellsOf, growthOf } from "../../bench/frame/tables.js";
import { lineOf } from "../../bench/frame/terminal.js";

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

test("a growth tells how the cost grows from its smallest size to its largest", () => {
  const line = {
    what: "ours",
    kind: "ours",
    points: [
      [1, 100],
      [1000, 235],
    ],
  } as const;
  expect(growthOf(line, "secrets")).toBe("ours: 2.35 times the cost from 1 to 1,000 secrets.");
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

const measured = {
  about: "It runs.",
  pace: "full",
  commit: "c0ffee",
  date: "2026-11-23",
  load: 1,
  seconds: 2,
};

const growth = figuresOf({
  name: "redact-growth",
  title: "Growth",
  size: "secrets",
  unit: "ns",
  lines: [
    {
      what: "ours",
      kind: "ours",
      points: [
        [1, 100],
        [10, 110],
        [1000, 300],
      ],
    },
    {
      what: "theirs",
      kind: "peer",
      points: [
        [1, 500],
        [10, 550],
      ],
    },
    {
      what: "the call",
      kind: "floor",
      points: [
        [1, 50],
        [10, 55],
        [1000, 60],
      ],
    },
  ],
  left: "",
});

test("the page has a row for each table and growth, with the ratios of the largest size", () => {
  const parts = [figuresOf({ ...table, name: "redact-line" }), growth];
  const page = pageOf({
    machine: "a machine",
    benches: [{ ...measured, name: "redaction", title: "Redaction", parts }],
  });
  expect(page).toContain("| Redaction: One | 3 | <theirs> 3 | Each line");
  expect(page).toContain(
    "| Redaction: Growth | 5 | theirs 5 | All secrets are searched for at once. ours: 3 times the cost from 1 to 1,000 secrets. |",
  );
});

test("the page says what was not run and why, and which bench failed", () => {
  const missing = [{ what: "redisLimits", why: "redis-server is not installed" }];
  const parts = [figuresOf({ ...table, rows: [], missing })];
  const failed = {
    ...measured,
    name: "fleet-limits",
    title: "Limits",
    parts: [],
    failure: "it was not done after 240 s",
  };
  const benches = [{ ...measured, name: "fleet", title: "Fleet", parts }, failed];
  expect(pageOf({ machine: "a machine", benches })).toContain(
    "## A fleet of servers\n\n- Fleet, redisLimits: not run here, redis-server is not installed.\n- Limits failed: it was not done after 240 s.\n",
  );
});

test("a bench is a line, with the stored ratios in brackets and everything that failed", () => {
  const counts = [{ what: "requests", value: 3, atMost: 2 }];
  const missing = [{ what: "theirs", why: "it is not installed" }];
  const bench = {
    ...measured,
    name: "redaction",
    title: "Redaction",
    parts: [figuresOf({ ...table, counts, missing }), growth],
  };
  expect(lineOf(bench, { ...bench, parts: [figuresOf(table)] })).toBe(
    "redaction, 2 s: one 3 (3), redact-growth 5 (–), not run here: theirs, TOO MANY requests: 3 (at most 2)",
  );
  expect(lineOf({ ...bench, parts: [], failure: "it ended" }, undefined)).toBe(
    "redaction, 2 s: FAILED: it ended",
  );
});

test("every bench of a subject is a module", () => {
  const absent = allBenches.filter((name) => !existsSync(`test/bench/${name}.js`));
  expect(absent).toEqual([]);
});
