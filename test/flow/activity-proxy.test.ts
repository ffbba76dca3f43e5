import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer, type ViteDevServer } from "vite";
import type { ActivityWindow } from "../../src/emulator/activity/window.ts";
import { WebSocketServer } from "ws";
import { useChromium } from "../setup/browser.ts";
import { type OpenOrigin, startActivityOrigin, originHost } from "../setup/activity/activity-origin.ts";
import { type LocalServer, startServer } from "../setup/emulator/game.ts";
import { needs } from "../setup/system-parts.ts";

const sdk = join(process.cwd(), "node_modules/@discord/embedded-app-sdk/output/index.mjs");
const files: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html><title>Reef</title><link rel=icon href="data:,"><p id=part></p><p id=asked></p>
<script>document.title += " inline"</script><script type="module" src="/main.js"></script>`,
  "main.js": `import { part } from "./part.js";
import { patchUrlMappings } from ${JSON.stringify(`/@fs${sdk}`)};
const show = (text) => document.querySelector("#part").textContent = text;
show(part);
import.meta.hot.accept("./part.js", ({ part }) => show(part));
window.patchUrlMappings = patchUrlMappings;`,
  "part.js": 'export const part = "first";',
};

/** Sends every kind of request that the SDK's patchUrlMappings rewrites, before and after calling it. */
const askEverything = `(async () => {
  const text = async (input) => (await fetch(input)).text();
  const direct = [await text("/foo/a?b"), await text("/.proxy/foo/a?b")];
  patchUrlMappings([{ prefix: "/foo", target: "api.foo.com" }]);
  const request = new XMLHttpRequest();
  request.open("GET", "https://api.foo.com/v1/z");
  const loaded = new Promise((resolve) => request.addEventListener("loadend", () => resolve(request.responseText)));
  request.send();
  const socket = new WebSocket("wss://api.foo.com/live");
  const opened = new Promise((resolve) => {
    socket.addEventListener("open", () => resolve(socket.url));
    socket.addEventListener("error", () => resolve("failed"));
  });
  const posted = text(new Request("https://api.foo.com/v1/y", { method: "POST", body: "x" }));
  return [...direct, ...(await Promise.all([text("https://api.foo.com/v1/x"), posted, loaded, opened]))];
})()`;

describe("an Activity in a browser", needs("Chromium"), () => {
  const { emptiedPage } = useChromium();
  let origin: OpenOrigin;
  let vite: ViteDevServer;
  let backend: LocalServer;
  let sockets: WebSocketServer;
  let root: string;

  beforeAll(async () => {
    root = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-vite-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    mkdirSync(join(root, "cache"));
    vite = await createServer({
      root,
      configFile: false,
      logLevel: "silent",
      cacheDir: join(root, "cache"),
      server: { port: 0, host: "127.0.0.1", fs: { strict: false } },
    });
    await vite.listen();
    backend = await startServer((request, response) =>
      response.end(`backend ${request.method} ${request.url}`),
    );
    sockets = new WebSocketServer({ server: backend.server });
    origin = await startActivityOrigin();
    origin.application.setActivity({
      mappings: [
        { prefix: "/foo", target: new URL(backend.url).host },
        { prefix: "/", target: new URL(vite.resolvedUrls?.local[0] ?? "").host },
      ],
    });
  });
  afterAll(async () => {
    await origin[Symbol.asyncDispose]();
    sockets.close();
    await backend.close();
    await vite.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function open(): Promise<{ page: Page; inside: Frame; frame: ActivityWindow; complaints: string[] }> {
    const frame = origin.open();
    const { page, complaints } = await emptiedPage();
    await page.goto(`http://${originHost(origin)}/.slashpass/host?ticket=${frame.ticket}`);
    await page.frameLocator("iframe").locator("#part").waitFor({ state: "attached" });
    const inside = page.frames()[1] as Frame;
    return { page, inside, frame, complaints };
  }

  it("loads from Vite's development server and hot-reloads", async () => {
    const { inside, complaints } = await open();
    await inside.waitForSelector("#part:has-text('first')");
    await inside.evaluate("window.stayed = true");
    writeFileSync(join(root, "part.js"), 'export const part = "second";');
    await inside.waitForSelector("#part:has-text('second')");
    expect(
      await inside.evaluate("[document.title, window.stayed, new URL(document.referrer).pathname]"),
    ).toEqual(["Reef inline", true, "/"]);
    expect(complaints.filter((text) => text.includes("[slashpass]"))).toEqual([]);
  });

  it("shows each blocked request and the mapping that would allow it, on top of the Activity and in the console", async () => {
    const { page, inside, frame, complaints } = await open();
    await inside.evaluate("fetch('https://api.foo.com/v1/x').catch(() => undefined)");
    const problem = page.locator("#problems article").first();
    await problem.waitFor();
    expect(await problem.textContent()).toContain("blocked https://api.foo.com/v1/x (connect-src)");
    expect(complaints.join("\n")).toContain('patchUrlMappings([{ prefix: "/foo", target: "api.foo.com" }])');
    expect(frame.problems.all).toHaveLength(1);
    await problem.getByRole("button").click();
    expect(await page.locator("#problems article").count()).toBe(0);
  });

  it("reaches its backend through a mapping, both by path and with the SDK's patchUrlMappings", async () => {
    const { inside } = await open();
    await inside.waitForFunction("'patchUrlMappings' in window");
    const responses = await inside.evaluate(askEverything);
    const gets = ["/a?b", "/a?b", "/v1/x"].map((path) => `backend GET ${path}`);
    const live = `ws://${originHost(origin)}/foo/live`;
    expect(responses).toEqual([...gets, "backend POST /v1/y", "backend GET /v1/z", live]);
  });

  it("repeats the handshake after a reload, but only once per page load", async () => {
    const { page, inside, frame } = await open();
    const shake = async () => {
      const hello = [0, { v: 1, encoding: "json", client_id: origin.application.id, frame_id: frame.id }];
      const messageCount = frame.messages.length;
      await inside.evaluate(`parent.postMessage(${JSON.stringify(hello)}, "*")`);
      await expect.poll(() => frame.messages.length).toBe(messageCount + 2);
      return JSON.stringify(frame.messages.at(-1));
    };
    expect(await shake()).toContain("READY");
    // The reload restores this element.
    await inside.evaluate("document.querySelector('#part').remove(); location.reload()");
    await page.frameLocator("iframe").locator("#part", { hasText: /./ }).waitFor();
    expect(await shake()).toContain("READY");
    expect(await shake()).toContain("A HANDSHAKE was already received");
  });

  it("shows why the client closed the connection and reports that the frame tried to navigate away", async () => {
    const { page, inside, complaints } = await open();
    const problem = (text: string) => page.locator("#problems article", { hasText: text }).first().waitFor();
    await inside.evaluate(
      "parent.postMessage([0, { v: 1, encoding: 'json', client_id: '7', frame_id: 'x' }], '*')",
    );
    await problem("The client closed the connection to the Activity");
    await inside.evaluate(`void (location.href = "${origin.webBase}/")`);
    await problem(`tried to show ${origin.webBase}, which the client does not allow`);
    expect(complaints.filter((text) => text.startsWith("[slashpass]"))).toHaveLength(2);
  });

  it("shows in the frame that the application has no Activity URL", async () => {
    const [, other] = origin.world.applications;
    const frame = origin.open(other);
    const { page } = await emptiedPage();
    const host = originHost({ webBase: origin.webBase, application: frame.application });
    await page.goto(`http://${host}/.slashpass/host?ticket=${frame.ticket}`);
    await page.frameLocator("iframe").getByText('The application "Cove" has no Activity URL').waitFor();
    await page.goto(`http://${host}/.slashpass/host?ticket=0`);
    await page.getByText("This address's ticket is invalid").waitFor();
  });
});
