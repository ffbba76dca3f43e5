import * as fc from "fast-check";
import { expect, test } from "vitest";
import { validateCommand, validateCommandSet, validatePermissions } from "../../../../src/commands/index.ts";
import { cases } from "../../../setup/cases.ts";

const scope = "global";

function refuse(): never {
  throw new Error("no");
}

/** An option that contains the same option a thousand times. */
function share(type: number, below: unknown) {
  return { type, name: "s", description: "d", options: Array.from({ length: 1000 }, () => below) };
}

const rulesOf = (command: unknown) => validateCommand(command, { scope }).map(({ rule }) => rule);

test("never throws for any value", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withSparseArray: true }), (value) => {
      for (const partial of [false, true]) validateCommand(value, { scope, partial });
      validateCommandSet(value, { scope: "guild", profile: "live" });
      validateCommandSet([value, value], { scope });
      validatePermissions([value], { guildId: "5" });
    }),
    { numRuns: cases(2000, 60) },
  );
});

test("never throws for any value in any field", () => {
  const names =
    "name description type options choices required min_value max_length value name_localizations contexts " +
    "description_localizations integration_types channel_types autocomplete default_member_permissions " +
    "handler nsfw id file_types permission";
  const field = fc.constantFrom(...names.split(" "));
  const { node } = fc.letrec<{ node: unknown; list: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.anything(),
      fc.nat(12),
      fc.string(),
      fc.dictionary(field, tie("list")),
    ),
    list: fc.oneof({ maxDepth: 6 }, tie("node"), fc.array(tie("node"), { maxLength: 5 })),
  }));
  fc.assert(
    fc.property(fc.dictionary(field, node), (command) => {
      for (const { path, keys, message } of validateCommandSet([command], { scope })) {
        expect(typeof path).toBe("string");
        expect(keys[0] ?? 0).toBe(0);
        expect(message).not.toBe("");
      }
    }),
    { numRuns: cases(2000, 60) },
  );
});

test("reports a throwing getter at its path and checks the rest", () => {
  const trap = {
    type: 3,
    name: "trap",
    get description(): string {
      throw new Error("no");
    },
  };
  const command = {
    name: "ping",
    description: "d",
    options: [trap, { type: 3, name: "Loud", description: "d" }],
  };
  expect(validateCommand(command, { scope })).toMatchObject([
    { rule: "readable", path: "options[0]" },
    { rule: "name-lowercase", path: "options[1].name" },
  ]);
});

test("reports a proxy as unreadable if it throws on every access", () => {
  const proxy = new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse, getPrototypeOf: refuse });
  expect(rulesOf(proxy)).toContain("readable");
  expect(validateCommandSet(new Proxy([], { get: refuse }), { scope })).toMatchObject([{ rule: "readable" }]);
});

test("reports a revoked proxy in any position", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const paths = [
    proxy,
    { name: proxy, description: "d" },
    { name: "a", description: "d", options: proxy },
    { name: "a", description: "d", options: [proxy] },
    { name: "a", description: "d", name_localizations: proxy },
    { name: "a", description: "d", options: [{ type: 3, name: "o", description: "d", choices: [proxy] }] },
    { name: "a", description: "d", contexts: [proxy] },
  ];
  for (const position of paths) {
    expect(rulesOf(position)).not.toEqual([]);
    expect(validateCommandSet([position], { scope })).not.toEqual([]);
  }
  expect(validateCommandSet(proxy, { scope })).not.toEqual([]);
  expect(validatePermissions(proxy)).not.toEqual([]);
  expect(validatePermissions([proxy])).not.toEqual([]);
});

test("keeps the number of reads proportional to the input's size", () => {
  let reads = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, key) {
        reads++;
        const field: unknown = Reflect.get(target, key);
        return typeof field === "object" && field !== null ? counted(field) : field;
      },
    });
  const command = (name: string) => ({
    name,
    description: "d",
    options: Array.from({ length: 10 }, (_, index) => ({
      type: 3,
      name: `o${index}`,
      name_localizations: { de: `d${index}` },
      description: "d",
      choices: Array.from({ length: 10 }, (_choice, value) => ({ name: `${value}`, value: `${value}` })),
    })),
  });
  const readsOf = (count: number): number => {
    reads = 0;
    const set = Array.from({ length: count }, (_, index) => command(`c${index}`));
    expect(validateCommandSet(counted(set), { scope })).toEqual([]);
    return reads;
  };
  expect(readsOf(100) / readsOf(50)).toBeCloseTo(2, 1);
});

test("terminates for a cyclic command", () => {
  const group: Record<string, unknown> = { type: 2, name: "g", description: "d" };
  group["options"] = Array.from({ length: 25 }, () => group);
  expect(rulesOf({ name: "a", description: "d", options: [group] })).toContain("options-nesting");
  const command: Record<string, unknown> = { name: "a", description: "d" };
  command["options"] = [command];
  expect(rulesOf(command)).toContain("option-type");
});

test("limits how often a repeated part is read", () => {
  const option = { type: 3, name: "o", description: "d" };
  let reads = 0;
  const counted = new Proxy(option, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key) as unknown;
    },
  });
  const command = { name: "a", description: "d", options: share(2, share(2, share(1, counted))).options };
  expect(rulesOf(command)).toContain("options-count");
  expect(reads).toBeLessThan(1_000_000);
});

test("terminates for endless lists and strings", () => {
  const sparse: unknown[] = [];
  sparse.length = 2 ** 32 - 1;
  expect(rulesOf({ name: "a", description: "d", options: sparse })).toContain("options-count");
  expect(validateCommandSet(sparse, { scope }).map(({ rule }) => rule)).toContain("set-count");
  const endless = new Proxy([], {
    get: (target, key) => (key === "length" ? Infinity : Reflect.get(target, key)),
  });
  expect(rulesOf({ name: "a", description: "d", options: endless })).toContain("options-count");
  const long = "Ä ".repeat(5_000_000);
  expect(rulesOf({ name: long, description: long })).toEqual([
    "name-length",
    "description-length",
    "command-size",
  ]);
});

test("rejects a mistyped scope or profile", () => {
  expect(() => validateCommand({}, { scope: "gild" as never })).toThrowError(
    expect.objectContaining({ code: "invalid_option" }),
  );
  expect(() => validateCommand({}, { scope, profile: "lax" as never })).toThrowError(
    expect.objectContaining({ code: "invalid_option" }),
  );
});
