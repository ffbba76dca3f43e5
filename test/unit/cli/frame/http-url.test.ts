import { expect, it } from "vitest";
import { isHttpUrl } from "../../../../src/cli/frame/command-line.ts";

it("accepts valid http and https URLs only", () => {
  const texts = [
    "http://127.0.0.1:3000/",
    "https://game.example",
    "HTTPS://game.example",
    "ftp://game.example",
    "https://",
    "game",
    "",
  ];
  expect(texts.filter(isHttpUrl)).toEqual([
    "http://127.0.0.1:3000/",
    "https://game.example",
    "HTTPS://game.example",
  ]);
});
