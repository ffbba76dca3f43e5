import { expect, it } from "vitest";
import { columns } from "../../../../src/cli/frame/columns.ts";

it("puts rows in columns and breaks the last one, so that nothing is wider than the terminal", () => {
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

it("has nothing to say of no rows", () => {
  expect(columns([], 80)).toBe("");
});

it("takes rows of which some are shorter", () => {
  expect(columns([["a", "b", "c"], ["longer"]], 40)).toBe("a       b  c\nlonger");
});
