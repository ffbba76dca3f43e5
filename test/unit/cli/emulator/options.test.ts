import { describe, expect, it } from "vitest";
import { refuseWithoutNamespace } from "../../../../src/cli/emulator/as-service/outside.ts";
import { type EmulatorCall, readActivity, readStartOptions } from "../../../../src/cli/emulator/options.ts";
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
const startOptions = (options: object) => readStartOptions(callOf(options));

describe("the emulator's options", () => {
  it("resolves files relative to the working directory", async () => {
    expect(
      await startOptions({ port: "0", env: "e", state: "s", reset: true, endpoint: "https://game.example/" }),
    ).toEqual({
      port: 0,
      endpoint: "https://game.example/",
      envFile: "/nowhere/e",
      stateFile: "/nowhere/s",
      reset: true,
    });
    expect(await startOptions({})).toMatchObject({
      port: undefined,
      envFile: undefined,
      stateFile: undefined,
    });
  });

  it("allows --as-service only on Linux, with a program and on a port other than 80 or 443", () => {
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

const none = { activity: undefined, map: [], csp: true };

describe("readActivity", () => {
  it("returns `undefined` if there are no options", () => {
    expect(readActivity(none)).toBeUndefined();
  });

  it("lists the mapping of / to the page after all other mappings", () => {
    const options = {
      activity: "http://127.0.0.1:5173/",
      map: ["/api=http://localhost:3000/v1"],
      csp: false,
    };
    expect(readActivity(options)).toEqual({
      mappings: [
        { prefix: "/api", target: "localhost:3000/v1" },
        { prefix: "/", target: "127.0.0.1:5173/" },
      ],
      csp: false,
    });
  });

  it.each([
    [{ activity: "127.0.0.1:5173" }, "--activity must be the http URL of a server on this machine"],
    [{ activity: "https://127.0.0.1:5173" }, "--activity must be the http URL of a server on this machine"],
    [{ activity: "http://127.0.0.1:5173/?x" }, "--activity must be the http URL of a server on this machine"],
    [{ map: ["/api"] }, "--map must be a prefix and its target, such as /api=127.0.0.1:3000, not '/api'."],
    [{ map: ["api=127.0.0.1:3000"] }, "--map must be a prefix and its target"],
    [{ csp: false }, "--no-csp requires --activity."],
  ])("rejects %j", (options, message) => {
    expect(() => readActivity({ ...none, ...options })).toThrow(
      expect.objectContaining({ code: "misunderstood", message: expect.stringContaining(message) }),
    );
  });
});
