import { expect, it } from "vitest";
import { isHttpUrl } from "../../../../src/cli/frame/command-line.ts";

it("is one of http or https that can be read", () => {
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
