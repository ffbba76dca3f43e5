import { describe, expect, it } from "vitest";
import { parseCommandLine } from "../../../src/cli/command-line.ts";
import { help } from "../../../src/cli/help.ts";

describe("the command line", () => {
  it.each([
    [["--help"], { command: "help" }],
    [["-h"], { command: "help" }],
    [["emulator", "--help"], { command: "help" }],
    [["--version"], { command: "version" }],
    [["emulator"], { command: "emulator", port: undefined }],
    [["emulator", "--port", "0"], { command: "emulator", port: 0 }],
    [["emulator", "--port=65535"], { command: "emulator", port: 65_535 }],
  ])("%j is understood", (words, expected) => {
    expect(parseCommandLine(words)).toEqual(expected);
  });

  it.each([
    [[], "No command is given."],
    [["emulate"], "'emulate'"],
    [["emulator", "now"], "'now'"],
    [["emulator", "--port", "65536"], "'65536'"],
    [["emulator", "--port", "1e3"], "'1e3'"],
    [["emulator", "--port", ""], "''"],
    [["emulator", "--port"], "--port"],
    [["--verbose"], "--verbose"],
  ])("%j is refused with the reason", (words, reason) => {
    expect(parseCommandLine(words)).toEqual({
      command: "misunderstood",
      reason: expect.stringContaining(reason),
    });
  });
});

describe("the help", () => {
  it("fits a terminal of 80 columns and stays as it was reviewed", async () => {
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
    await expect(help).toMatchFileSnapshot("../../golden/cli/help.txt");
  });
});
