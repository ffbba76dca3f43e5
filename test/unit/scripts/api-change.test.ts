import { expect, it } from "vitest";
import { compareDeclarations, levelOf } from "../../../scripts/api-change.js";

const options = "export interface CallOptions {\n    readonly signal?: AbortSignal;\n}";
const experimental = (declaration: string) => `/** @experimental */\n${declaration}`;

it.each([
  ["nothing changes", options, options, []],
  ["a declaration is new", "", options, ["minor: adds interface CallOptions"]],
  ["a declaration is removed", options, "", ["major: removes interface CallOptions"]],
  [
    "an experimental declaration is removed",
    experimental(options),
    "",
    ["minor: removes interface CallOptions"],
  ],
  [
    "a property changes",
    options,
    options.replace("?: AbortSignal", ": AbortSignal"),
    ["major: changes interface CallOptions: readonly signal?: AbortSignal;"],
  ],
  [
    "an option is new",
    options,
    options.replace("\n}", "\n    readonly timeoutMs?: number;\n}"),
    ["minor: extends interface CallOptions"],
  ],
  [
    "a required option is new",
    options,
    options.replace("\n}", "\n    readonly timeoutMs: number;\n}"),
    ["major: requires more in interface CallOptions: readonly timeoutMs: number;"],
  ],
  [
    "a result has a new property",
    "export interface Report {\n}",
    "export interface Report {\n    readonly code: string;\n}",
    ["minor: extends interface Report"],
  ],
  [
    "an interface for implementers has a new method",
    "export interface TokenStore {\n}",
    "export interface TokenStore {\n    clear(): Promise<void>;\n}",
    ["major: requires more in interface TokenStore: clear(): Promise<void>;"],
  ],
  [
    "a class has a new method",
    "export declare class Client {\n}",
    "export declare class Client {\n    clear(): Promise<void>;\n}",
    ["minor: extends class Client"],
  ],
  [
    "a function has a new optional parameter",
    "export declare function one(a: string): void;",
    "export declare function one(a: string, options?: CallOptions): void;",
    ["minor: extends function one"],
  ],
  [
    "a function has a new required parameter",
    "export declare function one(a: string): void;",
    "export declare function one(a: string, b: string): void;",
    ["major: changes function one: export declare function one(a: string): void;"],
  ],
  [
    "a union has a new member",
    'export type Code =\n    | "a"\n    | "b";',
    'export type Code =\n    | "a"\n    | "b"\n    | "c";',
    ["minor: extends type Code"],
  ],
])("determines the level and reason of the change if %s", (_, before, after, expected) => {
  const changes = compareDeclarations(before, after).map(({ level, reason }) => `${level}: ${reason}`);
  expect(changes).toEqual(expected);
});

it("returns the highest level of all changes", () => {
  const change = (level: "major" | "minor") => ({ level, entry: "slashpass", reason: "" });
  expect(levelOf([])).toBe("patch");
  expect(levelOf([change("minor")])).toBe("minor");
  expect(levelOf([change("minor"), change("major")])).toBe("major");
});
