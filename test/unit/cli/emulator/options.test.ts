import { describe, expect, it } from "vitest";
import { refuseWithoutNamespace } from "../../../../src/cli/emulator/as-service/outside.ts";
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
const callOf = (options: object, command: readonly string[] = []) =>
  ({ options: { ...nothing, ...options }, cwd: "/nowhere", arguments: { command } }) as EmulatorCall;
const wish = (options: object) => readWish(callOf(options));

describe("the emulator's options", () => {
  it("resolves files relative to the working directory", async () => {
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
    "rejects %j",
    async (options) => {
      await expect(wish(options)).rejects.toMatchObject({ code: "misunderstood" });
    },
  );

  it("allows --as-service only with a program, on Linux, and without the service's ports", () => {
    const asService = (options: object, command: readonly string[] = ["true"]) =>
      refuseWithoutNamespace(callOf({ asService: true, ...options }, command));
    asPlatform("linux");
    expect(() => asService({ port: "8181" })).not.toThrow();
    const misunderstood = expect.objectContaining({ code: "misunderstood" });
    expect(() => asService({}, [])).toThrow(misunderstood);
    for (const port of ["80", "443"]) expect(() => asService({ port })).toThrow(misunderstood);
    asPlatform("win32");
    expect(() => asService({})).toThrow(expect.objectContaining({ code: "namespace_unavailable" }));
  });
});
