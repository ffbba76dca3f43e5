import { describe, expect, it } from "vitest";
import { type EmulatorCall, readWish } from "../../../../src/cli/emulator/options.ts";

const nothing = {
  port: undefined,
  endpoint: undefined,
  activity: undefined,
  map: [] as readonly string[],
  csp: true,
  env: undefined,
  state: undefined,
  reset: false,
};
const wish = (options: object) =>
  readWish({ options: { ...nothing, ...options }, cwd: "/nowhere" } as EmulatorCall);

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
    });
    expect(await wish({})).toMatchObject({ port: undefined, envFile: undefined, stateFile: undefined });
  });

  it.each([{ port: "x" }, { endpoint: "ftp://x" }, { endpoint: "http://" }, { reset: true }])(
    "is refused: %j",
    async (options) => {
      await expect(wish(options)).rejects.toMatchObject({ code: "misunderstood" });
    },
  );
});
