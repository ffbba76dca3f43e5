import { describe, expect, it } from "vitest";
import {
  type CommandLine,
  isHttpUrl,
  parseCommandLine,
  type ProgramShape,
} from "../../../../src/cli/frame/command-line.ts";
import { define } from "../../../../src/cli/frame/definition.ts";
import { entry } from "../../../../src/cli/frame/run-command.ts";
import { Failure } from "../../../../src/cli/frame/failure.ts";

const roll = define({
  name: "dice roll",
  summary: "Roll dice.",
  details: "Nobody has to look.",
  arguments: {
    "<dice>": "How many.",
    "[player...]": "Who.",
  },
  options: {
    "-s, --sides <number>": "How many sides.",
    "--colour <name...>": { summary: "Of which colours.", choices: ["red", "green"] },
    "--loaded": "Not by chance.",
  },
  examples: { "dice roll 2 --sides 6": "Two ordinary dice." },
});
const done = () => Promise.resolve({ run: () => Promise.resolve({ result: {} }) });
const shape: ProgramShape = {
  version: "1.2.3",
  summary: "Games of chance.",
  groups: { dice: "Dice." },
  entries: [
    entry(roll, done),
    entry(define({ ...roll, name: "dice count" }), done),
    entry(
      define({
        name: "plan",
        summary: "Plan a game.",
        arguments: { "[player...]": "Who." },
        options: { "--config <file>": "The rules.", "-s, --sides <number>": "How many sides." },
        examples: {},
      }),
      done,
    ),
    entry(define({ name: "toss", summary: "Toss a coin.", options: {}, examples: {} }), done),
  ],
  epilogue: "The end.",
};

const parse = (...words: string[]): CommandLine => parseCommandLine(words, shape, { columns: 80 });

function failureOf(...words: string[]): Failure {
  try {
    parse(...words);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return expect.unreachable();
}

describe("parseCommandLine", () => {
  it("parses arguments and options according to the command's definition", () => {
    expect(
      parse("dice", "roll", "2", "Ada", "Bo", "-s", "6", "--colour", "red", "green", "--loaded", "--json"),
    ).toMatchObject({
      kind: "run",
      entry: { definition: roll },
      arguments: { dice: "2", player: ["Ada", "Bo"] },
      options: { sides: "6", colour: ["red", "green"], loaded: true, json: true },
    });
  });

  it("sets omitted variadic values to an empty list and other omitted options to `undefined`", () => {
    expect(parse("dice", "roll", "2")).toMatchObject({
      arguments: { dice: "2", player: [] },
      options: { sides: undefined, colour: [], loaded: undefined, json: false },
    });
  });

  it("accepts common options before the command", () => {
    const line = parse("--json", "--config=a.json", "--verbose", "plan", "-s", "6", "--", "--json");
    expect(line).toMatchObject({
      arguments: { player: ["--json"] },
      options: { json: true, verbose: true, config: "a.json", sides: "6" },
    });
    expect(parse("--config", "a.json", "plan")).toMatchObject({ options: { config: "a.json", json: false } });
    expect(failureOf("--sides", "6", "plan").message).toContain("Unknown option '--sides'");
  });

  it("passes words after -- to the command", () => {
    expect(parse("dice", "roll", "2", "--", "--sides", "--token=abc")).toMatchObject({
      arguments: { dice: "2", player: ["--sides", "--token=abc"] },
    });
  });

  it.each([
    [["--help"], /^Usage: slashpass \[options\] \[command\][^]*dice +Dice\.[^]*toss[^]*The end\.\n$/],
    [["dice", "--help"], /^Usage: slashpass dice[^]*roll[^]*Roll dice\./],
    [
      ["dice", "roll", "-h"],
      /Nobody has to look[^]*--sides[^]*Examples:[^]*\$ slashpass dice roll 2 --sides 6/,
    ],
    [[], /^Usage: slashpass \[options\] \[command\][^]*help \[command\.\.\.\][^]*The end\.\n$/],
    [["--verbose"], /^Usage: slashpass \[options\] \[command\]/],
    [["dice"], /^Usage: slashpass dice/],
    [["help", "dice"], /^Usage: slashpass dice \[options\] \[command\]/],
    [["--no-color", "help", "dice", "roll"], /^Usage: slashpass dice roll/],
    [["--version"], /^1\.2\.3\n$/],
    [["-v"], /^1\.2\.3\n$/],
    [["version"], /^1\.2\.3\n$/],
  ])("returns help text for %j", (words, text) => {
    const line = parse(...words);
    expect(line.kind === "text" && line.text).toMatch(text);
  });

  it.each([
    [["--json"], "No command is specified.", "Try 'slashpass --help'."],
    [["help", "dise"], "Unknown command 'dise'\n(Did you mean dice?)", "Try 'slashpass --help'."],
    [["dise"], "Unknown command 'dise'\n(Did you mean dice?)", "Try 'slashpass --help'."],
    [["dice", "roll"], "Missing required argument 'dice'.", "Try 'slashpass dice roll --help'."],
    [
      ["dice", "roll", "2", "--side"],
      "Unknown option '--side'\n(Did you mean --sides?)",
      "Try 'slashpass dice roll --help'.",
    ],
    [["toss", "--sides"], "Unknown option '--sides'.", "Try 'slashpass toss --help'."],
    [
      ["dice", "roll", "2", "--sides"],
      "Option '-s, --sides <number>' argument missing.",
      "Try 'slashpass dice roll --help'.",
    ],
    [
      ["dice", "roll", "2", "--colour", "blue"],
      "Option '--colour <name...>' argument 'blue' is invalid. Allowed choices are red, green.",
      "Try 'slashpass dice roll --help'.",
    ],
  ])("rejects %j with a reason", (words, message, hint) => {
    expect(failureOf(...words)).toMatchObject({ message, hint, code: "misunderstood", exitCode: 2 });
  });

  it("does not repeat an unknown option's value", () => {
    expect(failureOf("toss", "--pasword=hunter2").message).not.toContain("hunter2");
  });

  it.each(["--token", "--bot-token=abc", "--client-secret", "--Password"])(
    "rejects secrets in arguments: %s",
    (word) => {
      const failure = failureOf("toss", word, "abc");
      expect(failure).toMatchObject({ code: "secret_in_arguments", exitCode: 2 });
      expect(failure.message + failure.hint).not.toContain("abc");
    },
  );

  it("accepts options whose names only resemble those of secrets", () => {
    expect(failureOf("toss", "--tokens").message).toContain("Unknown option '--tokens'");
  });
});

it.each([
  ["http://127.0.0.1:3000/", true],
  ["HTTPS://game.example", true],
  ["ftp://game.example", false],
  ["https://", false],
  ["", false],
])("decides whether %j is an http or https URL: %s", (text, isUrl) => {
  expect(isHttpUrl(text)).toBe(isUrl);
});
