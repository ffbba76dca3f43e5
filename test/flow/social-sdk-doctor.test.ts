import { beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../../src/emulator/player/browser.ts";
import { runProgram } from "../setup/child-process.ts";
import { buildLimitMs, buildStandIn, standInParts, useStandInBrowser } from "../setup/social-sdk/stand-in.ts";
import { needs } from "../setup/system-parts.ts";

describe("doctor --social-sdk", needs(...standInParts), () => {
  const page = useStandInBrowser();
  page.open = (url) => createBrowser(new URL(url).origin, "Ada", "accept")(url);
  beforeAll(() => buildStandIn(), buildLimitMs);

  async function doctor(variant: Parameters<typeof buildStandIn>[0], args: string[] = [], faults = "") {
    const line = [
      "dist/cli/main.js",
      "doctor",
      "--social-sdk",
      await buildStandIn(variant),
      "--json",
      ...args,
    ];
    const { status, stdout } = await runProgram(process.execPath, line, {
      env: { ...process.env, ...page.env, STAND_IN_FAULTS: faults },
    });
    const { result } = JSON.parse(stdout) as {
      result: { checks: { check: string; verdict: string; found: string }[]; symbols: object[] };
    };
    const failures = result.checks.filter(({ verdict }) => verdict !== "ok");
    return { status, failures, found: result.checks.map(({ found }) => found), symbols: result.symbols };
  }

  it("lists the library's version and symbols, and signs in at the emulator", async () => {
    const { status, failures, found, symbols } = await doctor("complete", ["--emulator"]);
    expect([status, failures]).toEqual([0, []]);
    expect(symbols).toContainEqual({
      name: "Discord_Client_RevokeToken",
      feature: "revokeToken",
      isFound: true,
    });
    expect(found.slice(-5)).toEqual(
      ["provisional account", "authorize", "exchange", "refresh", "revoke"].map((step) => `${step} works.`),
    );
  });

  it("reports a library that rejects the emulator's address", async () => {
    const { status, failures } = await doctor("complete", ["--emulator"], "reject-http=-1");
    expect(status).toBe(3);
    expect(failures).toHaveLength(1);
    expect(failures[0]?.found).toMatch(/http:\/\/127\.0\.0\.1:\d+.*might accept only https/);
  });

  it("lists the features that a release lacks", async () => {
    const { status, failures } = await doctor("without-optional");
    expect(status).toBe(0);
    expect(failures).toMatchObject([{ check: "symbols", verdict: "warning" }]);
    expect(failures[0]?.found).toContain("revokeToken");
  });

  it("fails for a library without a required symbol", async () => {
    const { status, failures } = await doctor("without-required");
    expect(status).toBe(3);
    expect(failures[0]?.found).toContain("Discord_Client_GetToken");
  });
});
