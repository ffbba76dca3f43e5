import { describe, expect, it } from "vitest";
import { readAddress, readEmulatorOptions, readInvocation } from "../../../src/emulator/input.ts";

describe("the address that a scripted player visits", () => {
  it.each(["http://127.0.0.1:1/x", "https://game.example"])("may be %s", (address) => {
    expect(readAddress(address, "url")).toBe(address);
  });

  it.each([7, "", "ftp://game.example", "http://", "javascript:alert(1)"])("is not %j", (address) => {
    expect(() => readAddress(address, "url")).toThrow(/^url is .*must be/);
  });
});

describe("what an emulator is told", () => {
  it.each([
    [{ port: 70_000 }, "port"],
    [{ accessTokenSeconds: -1 }, "accessTokenSeconds"],
    [{ world: { players: [""] } }, "players"],
    [{ profile: "real" }, "profile"],
    [{ prot: 1 }, "prot"],
  ])("is refused before it starts: %j", (options, name) => {
    expect(() => readEmulatorOptions(options, "options")).toThrow(new RegExp(`\\b${name}\\b`));
  });

  it("is an option as deep as commands have them", () => {
    const nest = (levels: number): object => ({
      name: "it",
      type: 1,
      ...(levels > 0 && { options: [nest(levels - 1)] }),
    });
    const invocation = { command: "ping", options: [nest(2)] };
    expect(readInvocation(invocation, "invocation")).toEqual(invocation);
    expect(() => readInvocation({ command: "ping", options: [nest(3)] }, "invocation")).toThrow("options");
  });
});
