import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import {
  checkOwnPage,
  renderOwnPage,
  type PageOption,
  type PageView,
} from "../../../../src/sign-in/page/page-appearance.ts";

it("tries a custom page with every kind, in English", () => {
  const page = vi.fn((view: PageView) => view.title);
  checkOwnPage(page);
  const views = page.mock.calls.map(([{ kind, language, direction }]) => ({ kind, language, direction }));
  const english = { language: "en-US", direction: "ltr" };
  const kinds = ["signed-in", "returned", "declined", "failed", "stale"];
  expect(views).toEqual(kinds.map((kind) => ({ kind, ...english })));
  expect(page.mock.results[1]?.value).toBe("Return to the game");
});

it("rejects a page function that throws, names the kind and hides its error", () => {
  expect(() =>
    checkOwnPage(({ kind }) => {
      if (kind === "stale") throw new RangeError("the password of the game's server");
      return "";
    }),
  ).toThrow(
    expect.objectContaining({
      code: "invalid_page",
      type: 6,
      message: 'The page function threw an error for the kind "stale".',
      hint: expect.stringContaining(
        'Call page({"kind":"stale","language":"en-US","direction":"ltr","title":"This link is old","text":',
      ) as unknown,
    }),
  );
});

it.each([
  ["rejects", async () => Promise.reject(new Error("the template is missing"))],
  ["resolves", async () => "<!doctype html>"],
])("rejects an async page function that %s, without an unhandled rejection", async (_how, page) => {
  expect(() => checkOwnPage(page as unknown as PageOption)).toThrow(
    expect.objectContaining({
      code: "invalid_page",
      message: 'The page function returned a promise for the kind "signed-in".',
    }),
  );
  // An unhandled rejection would end the test run.
  await nextTurn();
});

it("rejects a page function that returns no string", () => {
  const refused = expect.objectContaining({ code: "invalid_page", type: 6 });
  expect(() => checkOwnPage((() => undefined) as unknown as PageOption)).toThrow(refused);
});

it("accepts a page without a function", () => {
  expect(() => checkOwnPage({ title: "Lunar Rally" })).not.toThrow();
  expect(() => checkOwnPage(undefined)).not.toThrow();
});

it("renders the returned string", () => {
  const view = { kind: "failed", language: "de", direction: "ltr", title: "a", text: "b" } as const;
  expect(renderOwnPage(({ title, text }) => title + text, view)).toBe("ab");
});
