import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { parsed, visitNodes } from "../../setup/parsed.ts";

const inBrowsers = /^emulator\/(?:[\w-]+\/)+browser\//;

const sources = list("src", ".ts").filter((path) => !path.endsWith(".d") && !inBrowsers.test(path));
const tests = list("test/unit", ".test.ts");

/** Tests for the whole project, the test tools and the scripts. */
const apart = /^(?:project|setup|scripts)\//;

test("places every test in its subject's directory", () => {
  const folders = tests.filter((path) => !apart.test(path)).map((path) => dirname(path));
  expect(folders.filter((folder) => !existsSync(`src/${folder}`))).toEqual([]);
});

test("has tests for every directory with functions", () => {
  const tested = new Set(tests.map((path) => dirname(path)));
  const acting = new Set(sources.filter(acts).map((path) => dirname(path)));
  expect([...acting].filter((folder) => !tested.has(folder))).toEqual([]);
});

test("names every script test after its script", () => {
  const names = tests.filter((path) => path.startsWith("scripts/")).map(twinOf);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !existsSync(`${name}.js`) && !existsSync(name))).toEqual([]);
});

test("allows only test files in test/unit", () => {
  const files = readdirSync("test/unit", { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.map(({ name }) => name).filter((name) => !name.endsWith(".test.ts"))).toEqual([]);
});

/** If a file has several tests, each test's name has a suffix, such as `plan-commands.properties.test.ts`. */
function twinOf(path: string): string {
  return path.replace(/(?<=[^/])\..*$/, "");
}

/** Types, constants and re-exports need no test. */
function acts(path: string): boolean {
  let hasFunction = false;
  visitNodes(parsed(readFileSync(`src/${path}.ts`, "utf8"), "ts"), ({ type }) => {
    hasFunction ||= /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
    return !hasFunction;
  });
  return hasFunction;
}

function list(root: string, ending: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length));
}
