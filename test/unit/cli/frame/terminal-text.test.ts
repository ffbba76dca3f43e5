import { expect, it, describe } from "vitest";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";
import { counted } from "../../../../src/cli/frame/run-command.ts";
import {
  printable,
  escapeControls,
  withoutSecrets,
  columns,
} from "../../../../src/cli/frame/terminal-text.ts";

it("escapes control characters, but no other characters", () => {
  expect(escapeControls("a\u001B[2Jb\nc\u202Ed 漢字 🎮")).toBe("a\\u001b[2Jb\\u000ac\\u202ed 漢字 🎮");
});

it("keeps the program's own colors and line breaks, but escapes other sequences", () => {
  const paint = createPaint(true);
  const own = Object.values(paint).map((each) => each("text"));
  const text = `${own.join("\n")} \u001B[8mhidden\u001B[0m\u001B]0;title\u0007\r\u009B2J\u202E`;
  const rest = " \\u001b[8mhidden\\u001b[0m\\u001b]0;title\\u0007\\u000d\\u009b2J\\u202e";
  expect(printable(text, true)).toBe(own.join("\n") + rest);
  expect(printable(`${paint.red("a")}\nb`, false)).toBe("\\u001b[31ma\\u001b[39m\nb");
});

it("formats a count with a singular or plural noun", () => {
  expect([0, 1, 2].map((count) => counted(count, "error"))).toEqual(["0 errors", "1 error", "2 errors"]);
});

it("masks every secret, longer ones first", () => {
  expect(withoutSecrets("a secret-longer, a secret", new Set(["secret", "secret-longer"]))).toBe(
    "a [hidden], a [hidden]",
  );
});

describe("columns", () => {
  it("aligns rows in columns and wraps the last column at the terminal's width", () => {
    const text = columns(
      [
        ["roll", "1", "Rolls a die, or several dice, for whoever asks for it in the channel"],
        ["世界", "22", "Wide"],
      ],
      40,
    );
    expect(text.split("\n")).toEqual([
      "roll  1   Rolls a die, or several",
      "          dice, for whoever asks for",
      "          it in the channel",
      "世界  22  Wide",
    ]);
  });

  it("returns an empty string if there are no rows", () => {
    expect(columns([], 80)).toBe("");
  });

  it("accepts rows of different lengths", () => {
    expect(columns([["a", "b", "c"], ["longer"]], 40)).toBe("a       b  c\nlonger");
  });
});
