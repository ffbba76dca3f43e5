import { readdirSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { program } from "../../../src/cli/settings/import-thread.ts?thread";

it("builds each thread's program from a file that the linter and the compiler check", () => {
  const starting = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, "utf8") }))
    .filter(({ text }) => text.includes("eval: true"));
  expect(starting.length).toBeGreaterThan(1);
  const own = /^import \{ program \} from ".*\.ts\?thread";$/m;
  const given = /Worker\(program, \{ eval: true/;
  expect(starting.filter(({ text }) => !own.test(text) || !given.test(text))).toEqual([]);
});

it("builds thread programs that need no other file from the package", async () => {
  expect(program).not.toMatch(/require\("\.|from"\./);
  const thread = new Worker(program, { eval: true, workerData: "data:text/javascript,export default [1]" });
  const reply = await new Promise((resolve) => thread.once("message", resolve));
  expect(reply).toEqual({ text: "[1]" });
  await thread.terminate();
});
