import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { Client } from "../../src/client.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { useChromium } from "../setup/browser.ts";
import { needs } from "../setup/system-parts.ts";

/** Starts an authorize page that redirects immediately, and again once `exchanging` resolves. */
async function startWeb(exchanging: Promise<void>): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/exchanging") return void exchanging.then(() => response.end());
    const address = (code: string) =>
      JSON.stringify(`${query.get("redirect_uri")}?code=${code}&state=${query.get("state")}`);
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>consent</title><script>
      fetch("/exchanging").then(() => { location.href = ${address("code-B")}; });
      location.href = ${address("code-A")};
    </script>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a redirect repeated by the browser", needs("Chromium"), () => {
  const { newPage } = useChromium();

  it("signs the player in once and shows a page whose address contains no code", async () => {
    const { page } = await newPage();
    const codes: (string | null)[] = [];
    let beginExchange: () => void = () => undefined;
    const exchanging = new Promise<void>((resolve) => (beginExchange = resolve));
    const client = new Client({
      applicationId: "1000000000000001",
      webBase: await startWeb(exchanging),
      apiBase: "http://127.0.0.1:9/api/v10",
      store: memoryTokenStore(),
      openBrowser: (url) => void page.goto(url).catch(() => undefined),
      fetch: async (url, { body }) => {
        if (url.endsWith("/users/@me")) return Response.json({ id: "100000000000000001", username: "ada" });
        if (url.endsWith("/revoke")) return Response.json({});
        codes.push(new URLSearchParams(body as string).get("code"));
        const repeated = page.waitForRequest(/code-B/);
        beginExchange();
        await repeated;
        return Response.json({
          access_token: "an-access-token",
          token_type: "Bearer",
          expires_in: 604_800,
          scope: "identify",
        });
      },
    });
    await client.signIn({ scopes: "identify", preflight: false });
    await page.waitForURL(/\/done$/);
    await page.getByRole("heading", { name: "You are signed in" }).waitFor();
    expect(codes).toEqual(["code-A"]);
    await client.close();
  });
});
