import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { explain, isForPage } from "../../../../../src/emulator/activity/proxy/own-pages.ts";
import { startServer } from "../../../../setup/emulator/game.ts";

it.each([
  [{ "sec-fetch-dest": "iframe", accept: "*/*" }, true],
  [{ "sec-fetch-dest": "script", accept: "text/html" }, false],
  [{ accept: "text/html,*/*" }, true],
  [{ accept: "*/*" }, false],
  [{}, false],
])("decides whether %j requests a page: %s", (headers, isPage) => {
  expect(isForPage({ headers } as IncomingMessage)).toBe(isPage);
});

it("sends an escaped HTML page to browsers and two lines of text to programs", async () => {
  const problem = { message: "What <b>happened</b>.", hint: "What to do." };
  const origin = { host: "1.localhost", webBase: "http://127.0.0.1:1" };
  await using server = await startServer((request, response) =>
    explain(request, response, 502, problem, origin),
  );
  const page = await fetch(server.url, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("What &lt;b&gt;happened&lt;/b&gt;.");
  expect(page.headers.get("refresh")).toBe("2");
  expect(await (await fetch(server.url)).text()).toBe("What <b>happened</b>.\nWhat to do.\n");
});
