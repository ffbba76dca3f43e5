import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { pageKinds, type PageOption } from "../../src/sign-in/page/page-appearance.ts";
import { prepareLoopback } from "../../src/sign-in/redirect/loopback.ts";
import { pageLanguages } from "../../src/sign-in/page/page-language.ts";
import { pageText } from "../../src/sign-in/page/page.ts";
import { createPages } from "../../src/sign-in/page/page.ts";
import { useChromium } from "../setup/browser.ts";
import { type LocalServer, startServer } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";
import { findTooLarge, headingStyle, imageWidth, look, tryEverything } from "./fixtures/in-browser.js";

/** Serves each page at /<kind>?<language> with its real response headers. */
let server: LocalServer;
let served: string[];
let option: PageOption | undefined;
beforeEach(async () => {
  option = undefined;
  served = [];
  server = await startServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://127.0.0.1");
    served.push(pathname);
    if (pathname === "/favicon.ico") {
      response.writeHead(404).end();
      return;
    }
    if (pathname === "/elsewhere") {
      response.setHeader("content-type", "text/html").end("<p>A page of somebody else's");
      return;
    }
    const { html, headers } = createPages(option)(pathname.slice(1) as "stale", search.slice(1));
    response.writeHead(200, headers).end(html);
  });
});
afterEach(() => server.close());

describe("the page in a real Chromium", needs("Chromium"), () => {
  const { newPage, emptiedPage } = useChromium();

  it.each(["light", "dark"] as const)(
    "fits a 320 px window and stays readable in every language in %s mode",
    async (colorScheme) => {
      const { page, complaints } = await emptiedPage({ viewport: { width: 320, height: 568 }, colorScheme });
      await page.goto(`${server.url}returned?en`);
      for (const { size, contrast } of (await page.evaluate(look)).texts) {
        expect(size).toBeGreaterThanOrEqual(16);
        expect(contrast).toBeGreaterThanOrEqual(4.5);
      }
      const every = pageLanguages.flatMap((language) =>
        pageKinds.map((kind) => pageText(language, kind, "Lunar Rally")),
      );
      expect(every).toHaveLength(180);
      expect(await page.evaluate(findTooLarge, every)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it("uses large text on televisions", async () => {
    const { page } = await emptiedPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(`${server.url}returned?de`);
    const { fits, texts } = await page.evaluate(look);
    expect(fits).toBe(true);
    expect(texts.map(({ text }) => text.replaceAll(/\s+/g, " "))).toEqual(pageText("de", "returned"));
    expect(texts[0]?.size).toBeGreaterThanOrEqual(36);
    expect(texts[1]?.size).toBeGreaterThanOrEqual(24);
  });

  it.each(["#fff", "#777"])(
    "stays readable on the game's background color %s in either color scheme",
    async (background) => {
      option = { title: "Lunar Rally", colors: { background } };
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = await emptiedPage({ viewport: { width: 320, height: 568 }, colorScheme });
        await page.goto(`${server.url}failed?hu`);
        const { fits, texts } = await page.evaluate(look);
        expect(fits).toBe(true);
        expect(texts).toHaveLength(3);
        for (const { contrast } of texts) expect(contrast).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it("#44 shows the game's logo, loads no external resources and runs no scripts, even on a custom page", async () => {
    const { page, complaints } = await emptiedPage();
    const logo = `data:image/svg+xml;base64,${Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>',
    ).toString("base64")}`;
    option = { logo };
    await page.goto(`${server.url}returned?en`);
    expect(await page.evaluate(imageWidth)).toBe(64);
    expect(complaints).toEqual([]);

    option = ({ title }) =>
      `<!doctype html><title>${title}</title><style>h1{color:rgb(255,0,0)}</style><h1 style="margin:7px">${title}</h1>
      <script>document.title = "ran"</script><img src="${server.url}stale" onerror="document.title = 'ran'">
      <link rel="stylesheet" href="${server.url}stale">`;
    await page.goto(`${server.url}returned?en`);
    expect(await page.title()).toBe("Return to the game");
    expect(await page.evaluate(headingStyle)).toEqual(["rgb(255, 0, 0)", "7px"]);
    expect(complaints.length).toBeGreaterThanOrEqual(3);
    expect(served).toEqual(["/returned", "/returned"]);
  });

  it("#28 settles the flow with the single GET request that a real browser sends", async () => {
    const { page } = await newPage({ locale: "fi-FI" });
    await using receiver = await prepareLoopback().openReceiver();
    const ignored: string[] = [];
    const answer = receiver.receive(
      (parameters) => ({
        answer: parameters.get("code"),
        ending: Promise.resolve({ outcome: "returned" } as const),
      }),
      { signal: new AbortController().signal, onIgnored: (reason) => ignored.push(reason) },
    );
    await page.goto(`${receiver.redirectUri}?code=c0de&state=x`);
    expect(await answer).toBe("c0de");
    expect(await page.locator("h1").innerText()).toBe("Palaa peliin");
    expect(ignored).toEqual([]);
  });

  it("#28 #29 resists web pages that try to end the flow or read a response", async () => {
    const { page } = await newPage();
    let authorizeUrl = "";
    const ignored: string[] = [];
    await using client = new Client({
      applicationId: "1234567890123456789",
      openBrowser: () => undefined,
    });
    const answer = client.Authorize(
      { scopes: "openid" },
      {
        onAuthorizeUrl: (url) => (authorizeUrl = url),
        onIgnoredRedirect: (reason) => ignored.push(reason),
      },
    );
    answer.catch(() => undefined);
    await expect.poll(() => authorizeUrl).not.toBe("");
    const { searchParams } = new URL(authorizeUrl);
    const target = `${searchParams.get("redirect_uri")}?code=evil&state=${searchParams.get("state")}`;
    const { page: read } = await newPage();
    await read.goto(`${server.url}elsewhere`);
    const outcomes = await read.evaluate(tryEverything, target);
    expect(outcomes).toEqual(["opaque", "failed", "opaque", "failed"]);
    expect(ignored.length).toBeGreaterThanOrEqual(5);
    expect(new Set(ignored)).toEqual(new Set(["not_a_navigation", "origin", "method"]));
    await page.goto(target.replace("evil", "good"));
    expect((await answer).code).toBe("good");
  });
});
