import { expect, it } from "vitest";
import { readBlockedReport } from "../../../../../src/emulator/activity/proxy/own-pages.ts";

const read = (report: unknown) => readBlockedReport(JSON.stringify({ "csp-report": report }));

it("parses a browser's report", () => {
  const report = { "blocked-uri": "https://x", "effective-directive": "img-src", "document-uri": "http://y" };
  expect(read(report)).toEqual({ what: "https://x", directive: "img-src", page: "http://y" });
  expect(read({ "blocked-uri": "eval", "violated-directive": "script-src 'self'" })).toEqual({
    what: "eval",
    directive: "script-src",
    page: "",
  });
});

it.each([null, "x", {}, { "blocked-uri": "x" }, { "effective-directive": "img-src" }, { "blocked-uri": 7 }])(
  "returns undefined for %j",
  (report) => {
    expect(read(report)).toBeUndefined();
  },
);

it.each(["{", "null", "[]"])("returns undefined for the string %s", (text) => {
  expect(readBlockedReport(text)).toBeUndefined();
});
