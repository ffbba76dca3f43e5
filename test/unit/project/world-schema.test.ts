import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { worldSchema } from "../../../scripts/schemas/world.ts";
import { isClientError } from "../../../src/core/errors.ts";
import { readWorldInit } from "../../../src/emulator/state/world.ts";
import { fullWorld } from "../../setup/emulator/full-world.ts";

const takes = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(worldSchema);

function isRead(world: unknown): boolean {
  try {
    readWorldInit(world, "world");
    return true;
  } catch (error) {
    if (!isClientError(error)) throw error;
    return false;
  }
}

type Path = readonly (string | number)[];

function pathsIn(value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, item]) => [[key], ...pathsIn(item).map((path) => [key, ...path])]);
}

/** Returns a copy with a different value at the path, or without the value if `put` is undefined. */
function changed(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = changed(copy[key], rest, put);
  return copy;
}

/** Commands are excluded below their top level, because the command rules check them. */
const paths = pathsIn(fullWorld).filter((path) => path[2] !== "commands" || path.length <= 4);

describe("slashpass/schemas/world.json", () => {
  it("accepts a world with every field, like the emulator", () => {
    expect([takes(fullWorld), isRead(fullWorld)]).toEqual([true, true]);
    expect(paths.length).toBeGreaterThan(80);
  });

  it.each([0, 1.5, -1, "", "x", true, null, [], [{}], {}, { strange: 1 }])(
    "agrees with the emulator on %j at any position",
    (put) => {
      const verdicts = paths.map((path) => {
        const world = JSON.parse(JSON.stringify(changed(fullWorld, path, put))) as unknown;
        return { path: path.join("."), schema: takes(world), emulator: isRead(world) };
      });
      // Only rules between fields may differ, because a schema cannot express them.
      const differing = verdicts.filter(({ schema: taken, emulator }) => taken !== emulator);
      expect(differing.filter(({ path }) => !between.test(path))).toEqual([]);
      for (const { path, emulator } of differing)
        expect({ path, emulator }).toEqual({ path, emulator: false });
    },
  );

  it("requires the same fields as the emulator", () => {
    for (const path of paths) {
      const world = JSON.parse(JSON.stringify(changed(fullWorld, path, undefined))) as unknown;
      const [taken, read] = [takes(world), isRead(world)];
      if (!between.test(path.join("."))) expect({ path, taken }).toEqual({ path, taken: read });
    }
  });
});

/** Paths that are subject to rules between fields: threads and their channels, members' roles. */
const between = /^guilds\.0\.(?:roles|channels|members)|^applications\.0\.(?:activity)/;
