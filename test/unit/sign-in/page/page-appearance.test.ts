import { expect, it } from "vitest";
import { type PageOption, readPage } from "../../../../src/sign-in/page/page-appearance.ts";

const logo = "data:image/png;base64,AAAA";

it.each<[PageOption | undefined]>([
  [undefined],
  [{}],
  [{ title: "🎲".repeat(100) }],
  [{ title: "x".repeat(100), logo, colors: { accent: "#4b57d6", background: "#FFF" } }],
  [() => "<!doctype html>"],
])("accepts a valid page (%#)", (page) => {
  expect(readPage(page, "page")).toEqual(page);
});

it.each<[object, string]>([
  [{ title: " " }, 'page.title is " ", but must be a string of 1 to 100 characters.'],
  [{ title: "" }, "page.title is an empty string, but must be a string of 1 to 100 characters."],
  [
    { title: "x".repeat(101) },
    "page.title is a string of 101 characters, but must be a string of 1 to 100 characters.",
  ],
  [{ colors: { background: 7 } }, "page.colors.background is a number, but must be a color such as #4b57d6."],
])("quotes the invalid value in the error (%#)", (page, message) => {
  expect(() => readPage(page, "page")).toThrow(expect.objectContaining({ message }));
});
