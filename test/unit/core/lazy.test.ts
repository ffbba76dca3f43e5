import { readdirSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { loadOnce } from "../../../src/core/lazy.ts";

it("shares one load between concurrent and later callers", async () => {
  const load = vi.fn(() => Promise.resolve({}));
  const loaded = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [one, other] = await Promise.all([loaded(), loaded()]);
  expect(one).toBe(other);
  expect(await loaded()).toBe(one);
  expect(load).toHaveBeenCalledOnce();
});

it("rejects all waiting callers if a load fails and tries again on the next call", async () => {
  const failure = new Error("Cannot find module");
  const load = vi.fn(() => Promise.resolve("loaded")).mockRejectedValueOnce(failure);
  const loaded = loadOnce(load);
  const failed = [loaded(), loaded()];
  for (const each of failed) await expect(each).rejects.toBe(failure);
  expect(await loaded()).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(2);
});

const unresolved = { code: "ERR_MODULE_NOT_FOUND" };
const failing = (message: string, fields: object) => Object.assign(new Error(message), fields);
it.each([
  ["Node", failing("No module '/a/chunks/planning.js' imported from /a/b.js", unresolved), "planning.js"],
  ["Node, on Windows,", failing(String.raw`No 'C:\game\plan.cjs'`, { code: "MODULE_NOT_FOUND" }), "plan.cjs"],
  ["webpack", failing("Loading chunk 7 failed.", { name: "ChunkLoadError" }), "one of its files"],
])("throws `part_missing` with a hint if %s does not find a file", async (_, failure, end) => {
  const loaded = loadOnce(() => Promise.reject(failure));
  await expect(loaded()).rejects.toMatchObject({
    code: "part_missing",
    message: `A lazily loaded part of slashpass is missing: ${end}.`,
    hint: expect.stringContaining("docs/bundling.md") as string,
  });
});

it("rethrows a value that is not an error", async () => {
  await expect(loadOnce(() => Promise.reject("no"))()).rejects.toBe("no");
});

it("wraps each lazy import in loadOnce, so that a missing file causes a readable error", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith("cli/"),
  );
  const imports = files.flatMap((file) => {
    const source = readFileSync(`src/${file}`, "utf8");
    return [...source.matchAll(/\bimport\("/g)].map(
      ({ index }) => `${file}: ${source.slice(Math.max(0, index - 200), index)}`,
    );
  });
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((text) => !/\b(?:loadOnce|lazyStore)\b/.test(text))).toEqual([]);
});
