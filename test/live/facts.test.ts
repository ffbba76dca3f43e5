import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allEndpoints, uncoveredEndpoints, uncoveredRules } from "./coverage.ts";
import { CreateCount } from "./create-count.ts";
import { risks } from "./fact.ts";
import { facts } from "./facts/index.ts";
import { matches, select } from "./shape.ts";
import { type RunRecord, writeVerified } from "./verified.ts";

const root = join(import.meta.dirname, "../..");

describe("the facts", () => {
  it("have unique ids, a statement and a source", () => {
    const ids = facts.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { statement, source } of facts)
      expect([statement, source]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\S/)]);
  });

  it("cover every command rule and every endpoint", () => {
    expect(uncoveredRules(facts)).toEqual([]);
    expect(uncoveredEndpoints(facts)).toEqual([]);
    expect(uncoveredEndpoints([])).toEqual(allEndpoints);
  });

  it("cover every path in the library's source", () => {
    const paths = libraryPaths();
    expect(paths.length).toBeGreaterThan(30);
    const known = (path: string) => {
      const pattern = new RegExp(path.replaceAll("{}", "[^/]+"));
      return allEndpoints.some((endpoint) => pattern.test(endpoint));
    };
    expect(paths.filter((path) => !known(path))).toEqual([]);
  });

  it("have the same risk as their riskiest step", () => {
    const riskOf = (id: string) => facts.find((one) => one.id === id)?.risk;
    const examples = ["gateway/url", "application/edit", "commands/overwrite", "oauth/code"];
    expect(examples.map(riskOf)).toEqual(risks);
  });
});

/** Returns the path templates in the library's source, with each value replaced by `{}`. */
function libraryPaths(): readonly string[] {
  const src = join(root, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/^(?:emulator|cli)\//.test(file),
  );
  const texts = files.map((file) => readFileSync(join(src, file), "utf8"));
  const templates = texts.flatMap((text) =>
    [...text.matchAll(/(?:apiPath|\bbelow(?:\([^`]*\))?)`([^`]+)`/g)].map(([, path = ""]) => path),
  );
  return [...new Set(templates.map((path) => path.replaceAll(/\$\{[^}]+\}/g, "{}").replace(/\?.*/, "")))];
}

describe("docs/verified.md", () => {
  const recorded = join(import.meta.dirname, "recorded-run.json");

  it("describes the last recorded run", async () => {
    let record: RunRecord | undefined;
    try {
      record = JSON.parse(readFileSync(recorded, "utf8")) as RunRecord;
    } catch {
      record = undefined;
    }
    await expect(writeVerified(facts, record)).toMatchFileSnapshot("../../docs/verified.md");
  });

  it("lists differences and unverified facts after a run", () => {
    const run = (id: string, verdict: "verified" | "different" | "unverified") => ({
      id,
      statement: "It is.",
      risk: "read-only",
      verdict,
    });
    const page = writeVerified(facts, {
      date: "2026-11-27T12:00:00.000Z",
      apiVersion: 10,
      facts: [
        run("gateway/url", "verified"),
        run("oauth/code", "different"),
        run("lobby/members", "unverified"),
      ],
    });
    expect(page).toContain("on 2026-11-27, with API version 10: 1 facts are verified, 1 differ");
    expect(page).toContain("Different: `oauth/code`");
    expect(page).toContain("Unverified: `lobby/members`");
    expect(page).toContain("Unverified: `guild/get` (newer than the run)");
  });
});

describe("a shape", () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1 }, { a: 1, b: 2 }, true],
    [{ a: undefined }, {}, true],
    [{ a: undefined }, { a: null }, false],
    [{ a: /^\d+$/ }, { a: 12 }, true],
    [{ a: /x/ }, {}, false],
    [[{ a: 1 }], [{ a: 1 }, { a: 1 }], false],
    [{ a: { b: 1 } }, { a: [] }, false],
  ])("%o matches %o: %s", (shape, value, expected) => {
    expect(matches(shape, value)).toBe(expected);
  });

  it("selects only the compared fields", () => {
    expect(select({ a: { b: 1 } }, { a: { b: 2, c: 3 }, d: 4 })).toEqual({ a: { b: 2 } });
  });
});

describe("the count of created commands", () => {
  const commands = "/applications/1/commands";
  const list = Array.from({ length: 130 }, (_, index) => ({ id: String(index) }));

  it("prevents creates above a scope's limit until a day has passed", () => {
    let now = 0;
    const creates = new CreateCount([], () => now);
    creates.reserve = 20;
    creates.note("PUT", commands, 200, list);
    expect(() => creates.require("PUT", commands, list)).toThrow("no creates left today");
    creates.require("POST", commands, {});
    creates.require("PUT", "/applications/1/guilds/2/commands", list);
    now = 86_400_001;
    creates.require("PUT", commands, list);
  });

  it("ignores updates and rejected requests", () => {
    const creates = new CreateCount([]);
    creates.note("PUT", commands, 200, list);
    creates.note("PUT", commands, 200, list);
    creates.note("POST", commands, 200, { id: "200" });
    creates.note("POST", commands, 400, { id: "201" });
    expect(creates.recent).toMatchObject([{ scope: "global", count: 130 }]);
  });
});
