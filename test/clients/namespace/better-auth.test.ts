import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../setup/system-parts.ts";
import { Browser, type Choices } from "../setup/browser.ts";
import { listenWith } from "../setup/fetch-handler.ts";
import { openWebsite, type Website } from "../setup/website.ts";

/**
 * Configures a website with only the application's id and secret. The default `prompt=none` skips the consent page for known players.
 */
function createAuth({ url, application: { id: clientId, clientSecret } }: Website) {
  return betterAuth({
    baseURL: url,
    basePath: "/auth",
    secret: "a secret of the website that is long enough",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    socialProviders: { discord: { clientId, clientSecret } },
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}

describe("better-auth", needs("a network namespace"), () => {
  let website: Website;
  let auth: ReturnType<typeof createAuth>;
  /** The last sign-in's authorization URL. */
  let begun: URL;

  /** Returns the status of an API response to a request with this token. */
  async function tryToken(token: string | undefined): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch("https://discord.com/api/users/@me", { headers })).status;
  }

  /** Adds the documented routes to the library's own. */
  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { headers } = request;
    if (pathname === "/login") {
      const signIn = await auth.api.signInSocial({ body: { provider: "discord" }, asResponse: true });
      begun = new URL(((await signIn.json()) as { url: string }).url);
      return leadOn(begun, signIn);
    }
    if (pathname === "/session") return Response.json(await auth.api.getSession({ headers }));
    if (pathname === "/renew") {
      const [account] = await auth.api.listUserAccounts({ headers });
      const body = { accountId: account?.id ?? "" };
      const before = await auth.api.getAccessToken({ body, headers });
      const after = await auth.api.refreshToken({ body, headers });
      return Response.json({
        scopes: before.scopes,
        before: await tryToken(before.accessToken),
        after: await tryToken(after.accessToken),
      });
    }
    return pathname.startsWith("/auth/") ? auth.handler(request) : new Response("Welcome back");
  }

  beforeAll(async () => {
    website = await openWebsite("namespace");
    auth = createAuth(website);
    website.listener = listenWith(answer);
  });
  afterAll(() => website[Symbol.asyncDispose]());

  async function visit(choices?: Choices) {
    const browser = new Browser({ ...choices, home: website.url });
    const page = await browser.open(`${website.url}login`);
    const read = async (path: string) =>
      JSON.parse((await browser.open(`${website.url}${path}`)).text) as unknown;
    return { page, read };
  }

  it("signs a new player in with prompt=none, its default", async () => {
    const { read } = await visit();
    expect(begun.searchParams.get("prompt")).toBe("none");
    expect(await read("session")).toMatchObject({
      user: { name: "Ada", email: "ada@example.com", emailVerified: true },
    });
  });

  it("refreshes the tokens and invalidates the old access token", async () => {
    const { read } = await visit({ player: "Grace" });
    expect(await read("renew")).toEqual({ scopes: ["identify", "email"], before: 401, after: 200 });
  });
});

/** Redirects the browser to the authorization URL and sets the sign-in cookies. */
function leadOn({ href }: URL, signIn: Response): Response {
  const headers = new Headers({ location: href });
  for (const cookie of signIn.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
