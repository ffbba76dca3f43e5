import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsed } from "../../setup/parsed.ts";

/** Names that once had two meanings: each may be declared only once. */
const settled = [
  "AuthorizationRequest",
  "CommandPermissions",
  "FilledOption",
  "Refusal",
  "Service",
  "reply",
  "suggest",
];

interface Declared {
  readonly file: string;
  readonly name: string;
  readonly isClass: boolean;
  readonly isExported: boolean;
}

// Views are left out: they are named after their contents and used locally.
const declared = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => declaredIn(file, readFileSync(`src/${file}`, "utf8")));

test("exports each class name from one file", () => {
  const exported = declared.filter(({ isExported }) => isExported);
  const classes = exported.filter(({ isClass }) => isClass).map(({ name }) => name);
  expect(classes.length).toBeGreaterThan(100);
  expect(ambiguous(exported.filter(({ name }) => classes.includes(name)))).toEqual([]);
});

test("declares each formerly ambiguous name in one file", () => {
  expect(ambiguous(declared.filter(({ name }) => settled.includes(name)))).toEqual([]);
});

test("finds exported and other classes, and merges overloads", () => {
  const source = `
    export class A {}
    export abstract class B {}
    class C {}
    export function d(): void;
    export function d(one?: string): void {}
    export { A as E } from "./a.ts";
  `;
  expect(
    declaredIn("a.ts", source).map(({ name, isClass, isExported }) => [name, isClass, isExported]),
  ).toEqual([
    ["A", true, true],
    ["B", true, true],
    ["C", true, false],
    ["d", false, true],
    ["d", false, true],
  ]);
  const twice = [...declaredIn("a.ts", source), ...declaredIn("b.ts", "export interface A {}")];
  expect(ambiguous(twice)).toEqual(["A: a.ts, b.ts"]);
});

function ambiguous(all: readonly Declared[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { name, file } of all) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, where]) => where.size > 1)
    .map(([name, where]) => `${name}: ${[...where].join(", ")}`);
}

interface Declaration {
  readonly type: string;
  readonly id?: { readonly name: string } | null;
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[];
  readonly declaration?: Declaration | null;
}

function declaredIn(file: string, source: string): Declared[] {
  const body = parsed(source, "ts").body as unknown as readonly Declaration[];
  return body.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declaration = isExported ? statement.declaration : statement;
    if (!declaration) return [];
    const ids = [declaration.id, ...(declaration.declarations ?? []).map(({ id }) => id)];
    const names = ids.flatMap((id) => id?.name ?? []);
    return names.map((name) => ({
      file,
      name,
      isExported,
      isClass: declaration.type === "ClassDeclaration",
    }));
  });
}
