import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../setup/temporary-folder.ts";
import { type DifferenceFile, replayDifference, writeDifference } from "./differences.ts";
import { configOf, startEmulated } from "./emulated.ts";
import type { Fact } from "./fact.ts";
import { facts } from "./facts/index.ts";
import { masked, probe } from "./probe.ts";
import { startProxy } from "./proxy.ts";
import { Session } from "./session.ts";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as DifferenceFile;
const factOf = (id: string): Fact => facts.find((one) => one.id === id) ?? expect.unreachable(id);

describe("a difference", () => {
  it.each(["oauth/refresh", "guild/get", "provisional/issued"])(
    "in %s is written without secrets and can be replayed",
    async (id) => {
      await using emulated = await startEmulated();
      const secrets = new Set(
        Object.entries(configOf(emulated).variables)
          .filter(([name]) => /token|secret|ticket/i.test(name))
          .map(([, value]) => value),
      );
      await using proxy = await startProxy({
        target: emulated.webBase,
        alter(response) {
          for (const [, token = ""] of response.body.matchAll(/"(?:access|refresh|id)_token":"([^"]+)"/g))
            secrets.add(token);
          return {
            ...response,
            body: response.body.replace(/"(?:scope|owner_id)":"[^"]+"/, '"changed":"yes"'),
          };
        },
      });
      const session = new Session(configOf(emulated, proxy.base));
      const result = masked(await probe(factOf(id), session), session);
      await session.close();
      expect(result.verdict).toBe("different");
      const path = writeDifference(temporaryFolder(), result, "2026-11-27");
      const text = readFileSync(path, "utf8");
      expect([...secrets].filter((secret) => text.includes(secret))).toEqual([]);
      const replayed = await replayDifference(read(path), factOf(id));
      expect(replayed.difference).toEqual(result.difference);
    },
  );

  const folder = join(import.meta.dirname, "differences");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  it("does not occur in a replay after it was reported and fixed", async () => {
    for (const file of files.map((name) => read(join(folder, name))))
      expect([file.fact, (await replayDifference(file, factOf(file.fact))).verdict]).toEqual([
        file.fact,
        "verified",
      ]);
  });
});
