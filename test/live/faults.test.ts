import { describe, expect, it } from "vitest";
import { configOf, startEmulated } from "./emulated.ts";
import { type Fact, fact, send } from "./fact.ts";
import { facts } from "./facts/index.ts";
import { findSurvivors } from "./faults.ts";
import { probe } from "./probe.ts";
import { Session } from "./session.ts";

const factOf = (id: string): Fact => facts.find((one) => one.id === id) ?? expect.unreachable(id);

describe("the faults", () => {
  it("report a fact that survives every fault", async () => {
    const blind = fact("gateway/blind", "It expects nothing.", "None", send("GET /gateway", {}));
    const { survivors } = await findSurvivors([blind, factOf("gateway/url")]);
    expect(survivors).toEqual(["gateway/blind"]);
  });

  it("make each kind of fact fail", async () => {
    const chosen = ["rules/name-length/invalid", "oauth/callback", "limits/headers", "entitlements/test"];
    const { survivors, lines } = await findSurvivors(chosen.map(factOf));
    expect(survivors).toEqual([]);
    expect(lines.filter((line) => line.startsWith(" "))).toEqual([]);
    expect(lines.at(-1)).toContain("2 of 2");
  });
});

describe("a fact", () => {
  it("is verified against the emulator, whose responses match the published description", async () => {
    await using emulated = await startEmulated();
    const session = new Session(configOf(emulated));
    const results = [];
    for (const one of facts) {
      emulated.deleteCommands();
      emulated.skipDay();
      session.forgetTokens();
      results.push(await probe(one, session));
    }
    await session.close();
    expect(results.filter(({ verdict }) => verdict !== "verified")).toEqual([]);
  });

  it("remains unverified if the player does not respond", async () => {
    await using emulated = await startEmulated();
    const config = configOf(emulated);
    const player = { ...config.player, timeoutMs: 1, open: () => undefined };
    const session = new Session({ ...config, player });
    const first = await probe(factOf("oauth/callback"), session);
    const second = await probe(factOf("oauth/denied"), session);
    await session.close();
    expect([first, second]).toMatchObject([
      { verdict: "unverified", reason: "the player did not respond" },
      { verdict: "unverified", reason: "no player" },
    ]);
  });

  it("remains unverified if a variable is missing or the service cannot be reached", async () => {
    await using emulated = await startEmulated();
    const { variables, ...config } = configOf(emulated);
    const { lobby: _, ...others } = variables;
    const session = new Session({ ...config, variables: others });
    expect(await probe(factOf("lobby/count"), session)).toMatchObject({
      verdict: "unverified",
      reason: "no lobby",
    });
    const offline = new Session({ ...config, variables, apiBase: "http://127.0.0.1:9/api" });
    expect(await probe(factOf("gateway/url"), offline)).toMatchObject({ verdict: "unverified" });
  });
});
