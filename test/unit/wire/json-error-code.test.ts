import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RpcCloseCode, RpcErrorCode } from "../../../src/wire/desktop-client.ts";
import { GatewayCloseCode } from "../../../src/wire/gateway.ts";
import { JsonErrorCode } from "../../../src/wire/error.ts";
import { type Node, parsed, visitNodes } from "../../setup/parsed.ts";

const firstOfJson = [10_001, 20_001, 30_001, 40_001, 50_001, 60_001, 110_000, 160_001, 200_000, 530_001];

/** The ranges of the service's codes. They exclude the library's own round limits, such as 10_000 or 65_535. */
const ranges = [
  ...firstOfJson.map((first) => [first, first + 998] as const),
  // Codes of the gateway and the desktop client.
  [4000, 4031] as const,
  [5000, 5031] as const,
];

/** Matches the library's own round numbers in a code range, such as `4_000`. */
const quantity = /^[45]_000$/;

/** Returns the numbers in a file that look like the service's codes, except those in comments. */
function codesIn(source: string, file = "a.tsx"): string[] {
  if (numbersIn(source).length === 0) return [];
  const written: string[] = [];
  visitNodes(parsed(source, file.endsWith("x") ? "tsx" : "ts"), (node) => {
    written.push(...writtenBy(node));
    return true;
  });
  return written.flatMap(numbersIn);
}

/** Returns the numbers in a text, including its comments, that look like the service's codes. */
function numbersIn(text: string): string[] {
  const numbers = text.match(/(?<![\w.])\d{1,3}_?\d{3}(?![\w.]*\d)/g) ?? [];
  return numbers.filter((number) => {
    const value = Number(number.replace("_", ""));
    return !quantity.test(number) && ranges.some(([first, last]) => value >= first && value <= last);
  });
}

/** Returns the source text of a number or string literal. */
function writtenBy({ type, value, raw }: Node): string[] {
  if (type === "Literal") return [typeof value === "string" ? value : String(raw)];
  if (type === "JSXText") return [String(value)];
  return type === "TemplateElement" ? [(value as { readonly raw: string }).raw] : [];
}

test("keeps the service's codes in src/wire", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !file.startsWith("wire"),
  );
  expect(files.filter((file) => file.endsWith(".tsx")).length).toBeGreaterThan(5);
  const found = files.flatMap((file) =>
    codesIn(readFileSync(join("src", file), "utf8"), file).map((code) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["new Refusal(404, 10066)", ["10066"]],
  ["new Refusal(404, 10_062)", ["10_062"]],
  ["const known = { 50035: true }", ["50035"]],
  ['const hint = "error 530010 means"', ["530010"]],
  ["const hint = `${what} 530010`", ["530010"]],
  ['fetch("https://service.example"); code(50_001)', ["50_001"]],
  ['const type = "*/*"; code(50_001); const other = "/*"; code(50_002) /* */', ["50_001", "50_002"]],
  ["const view = <p title='10062'>error 50_035</p>", ["10062", "50_035"]],
  ["socket.close(4004); socket.close(4000); throw new Refused(5000)", ["4004", "4000", "5000"]],
  ["/** @throws Refusal 10063. */ call() // 10063, 4004", []],
  ["const limitMs = 10_000; const port = 65_535; const id = '100010000000000001'", []],
  ["const graceMs = 5_000; const most = 4096; const other = 4_000", []],
])("in %s, finds the codes %j", (source, codes) => {
  expect(codesIn(source)).toEqual(codes);
});

test("contains every code once and within the searched ranges", () => {
  const json = Object.values(JsonErrorCode);
  // Lower codes are shared by all WebSockets and do not identify the service.
  const ofSockets = [GatewayCloseCode, RpcCloseCode, RpcErrorCode].map((table) =>
    Object.values(table).filter((code) => code >= 4000),
  );
  for (const codes of [json, ...ofSockets]) {
    expect(codes.flatMap((code) => codesIn(`code(${code})`))).toEqual(codes.map(String));
    expect(new Set(codes).size).toBe(codes.length);
  }
});
