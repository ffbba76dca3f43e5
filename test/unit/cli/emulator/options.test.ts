import { describe, expect, it } from "vitest";
import { type EmulatorCall, readWish } from "../../../../src/cli/emulator/options.ts";
import { asPlatform } from "../../../setup/as-platform.ts";

const nothing = {
  port: undefined,
  endpoint: undefined,
  activity: undefined,
  map: [] as readonly string[],
  csp: true,
  env: undefined,
  state: undefined,
  reset: false,
  asService: false,
};
const wish = (options: object, command: readonly string[] = []) =>
  readWish({
    options: { ...nothing, ...options },
    cwd: "/nowhere",
    arguments: { command },
  } as EmulatorCall);

describe("what is asked of the emulator", () => {
  it("has its files in the folder where it was typed", async () => {
    expect(
      await wish({ port: "0", env: "e", state: "s", reset: true, endpoint: "https://game.example/" }),
    ).toEqual({
      port: 0,
      endpoint: "https://game.example/",
      envFile: "/nowhere/e",
      stateFile: "/nowhere/s",
      reset: true,
      asService: false,
    });
    expect(await wish({})).toMatchObject({ port: undefined, envFile: undefined, stateFile: undefined });
  });

  it.each([{ port: "x" }, { endpoint: "ftp://x" }, { endpoint: "http://" }, { reset: true }])(
    "is refused: %j",
    async (options) => {
      await expect(wish(options)).rejects.toMatchObject({ code: "misunderstood" });
    },
  );

  it("takes the service's names for a program alone, on Linux, and not their ports", async () => {
    asPlatform("linux");
    expect(await wish({ asService: true, port: "8181" }, ["true"])).toMatchObject({ asService: true });
    await expect(wish({ asService: true })).rejects.toMatchObject({ code: "misunderstood" });
    for (const port of ["80", "443"])
      await expect(wish({ asService: true, port }, ["true"])).rejects.toMatchObject({
        code: "misunderstood",
      });
    asPlatform("win32");
    await expect(wish({ asService: true }, ["true"])).rejects.toMatchObject({
      code: "namespace_unavailable",
    });
  });
});
