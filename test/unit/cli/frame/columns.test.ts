import { expect, it } from "vitest";
import { columns } from "../../../../src/cli/frame/columns.ts";

it("aligns rows in columns, and wraps the last column at the terminal's width", () => {
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
