import { expect, it } from "vitest";
import {
  contentSecurityPolicy,
  readBlockedReport,
  explain,
  isForPage,
} from "../../../../../src/emulator/activity/proxy/own-pages.ts";
import type { IncomingMessage } from "node:http";
import { startServer } from "../../../../setup/emulator/game.ts";

const origin = { host: "1.localhost:8181", webBase: "http://127.0.0.1:8181" };
const directives = contentSecurityPolicy(origin).split("; ");

it("allows the documented exceptions and the emulator's equivalent addresses", async () => {
  await expect(`${directives.join("\n")}\n`).toMatchFileSnapshot("../../../../golden/activity/policy.txt");
});

it("allows neither a whole network scheme nor a wildcard host", () => {
  for (const source of directives.flatMap((directive) => directive.split(" ").slice(1)))
    expect(source).not.toMatch(/^(?:\*|https?:|wss?:)$/);
});

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

it.each([
  [{ "sec-fetch-dest": "iframe", accept: "*/*" }, true],
  [{ "sec-fetch-dest": "script", accept: "text/html" }, false],
  [{ accept: "text/html,*/*" }, true],
  [{ accept: "*/*" }, false],
  [{}, false],
])("for the headers %j, `isForPage` returns %s", (headers, isPage) => {
  expect(isForPage({ headers } as IncomingMessage)).toBe(isPage);
});

it("sends an escaped HTML page to browsers and two lines of text to programs", async () => {
  const problem = { message: "What <b>happened</b>.", hint: "What to do." };
  await using server = await startServer((request, response) =>
    explain(request, response, 502, problem, origin),
  );
  const page = await fetch(server.url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("What &lt;b&gt;happened&lt;/b&gt;.");
  expect(page.headers.get("refresh")).toBe("2");
  expect(await (await fetch(server.url)).text()).toBe("What <b>happened</b>.\nWhat to do.\n");
});
