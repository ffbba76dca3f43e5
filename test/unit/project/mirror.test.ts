import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { parsed, visitNodes } from "../../setup/parsed.ts";

const inBrowsers = /^emulator\/(?:[\w-]+\/)+browser\//;

const sources = list("src", ".ts").filter((path) => !path.endsWith(".d") && !inBrowsers.test(path));
const tests = list("test/unit", ".test.ts");

/** Tests of what is not in `src`: of the project as a whole, of the tests' own tools, and of scripts. */
const apart = /^(?:project|setup|scripts)\//;

test("every test stands in the folder of what it tests", () => {
  const folders = tests.filter((path) => !apart.test(path)).map((path) => dirname(path));
  expect(folders.filter((folder) => !existsSync(`src/${folder}`))).toEqual([]);
});

test("every folder with functions has tests at the same place", () => {
  const tested = new Set(tests.map((path) => dirname(path)));
  const acting = new Set(sources.filter(acts).map((path) => dirname(path)));
  expect([...acting].filter((folder) => !tested.has(folder))).toEqual([]);
});

test("every test of a script is named after it", () => {
  const names = tests.filter((path) => path.startsWith("scripts/")).map(twinOf);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !existsSync(`${name}.js`) && !existsSync(name))).toEqual([]);
});

test("the unit tests' folder holds tests alone: what several share is in test/setup", () => {
  const files = readdirSync("test/unit", { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  expect(files.map(({ name }) => name).filter((name) => !name.endsWith(".test.ts"))).toEqual([]);
});

/** Several tests of one file tell themselves apart behind a dot: `plan-commands.properties.test.ts`. */
function twinOf(path: string): string {
  return path.replace(/(?<=[^/])\..*$/, "");
}

/** Whether a source holds a function: types, constants and re-exports need no test. */
function acts(path: string): boolean {
  let isFunctionThere = false;
  visitNodes(parsed(readFileSync(`src/${path}.ts`, "utf8"), "ts"), ({ type }) => {
    isFunctionThere ||= /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
    return !isFunctionThere;
  });
  return isFunctionThere;
}

function list(root: string, ending: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length));
}
