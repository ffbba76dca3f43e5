// "Link your account" on a game's website. Discord redirects the player back to this server, which then knows both accounts and
// can act for the player:
//   SLASHPASS_APPLICATION_ID=… SLASHPASS_CLIENT_SECRET=… SITE=https://game.example node examples/34-link-account-hono.js
// Register SITE/callback as a redirect URI in the developer portal (OAuth2, Redirects). The emulator needs no registration:
//   npx slashpass emulator -- node examples/34-link-account-hono.js
import { createHash, randomBytes } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createPlayerTokens, memoryPlayerStore } from "slashpass/server";

const applicationId = process.env["SLASHPASS_APPLICATION_ID"] ?? "";
const site = process.env["SITE"] ?? "http://127.0.0.1:3000";
const webBase = process.env["SLASHPASS_WEB_BASE"] ?? "https://discord.com";
const redirectUri = `${site}/callback`;
const newSecret = () => randomBytes(32).toString("base64url");

/** @type {Map<string, { linked?: string | undefined }>} Accounts by session cookie. A real game uses a database. */
const sessions = new Map();

const tokens = createPlayerTokens({
  applicationId,
  clientSecret: process.env["SLASHPASS_CLIENT_SECRET"] ?? "",
  apiBase: process.env["SLASHPASS_API_BASE"], // for the emulator; omit it for Discord
  store: memoryPlayerStore(), // For several instances, use redisPlayerStore from slashpass/redis.
  // Called when a link is removed here or, if you set an events URL, in Discord's settings.
  onSignedOut: (player) => {
    for (const account of sessions.values()) if (account.linked === player) account.linked = undefined;
  },
});

// Lax: the browser sends the cookie when Discord redirects back, but not with cross-site form posts.
const cookie = /** @type {const} */ ({
  httpOnly: true,
  secure: site.startsWith("https:"),
  sameSite: "Lax",
  path: "/",
});

/** @param {import("hono").Context} context */
const accountOf = (context) => sessions.get(getCookie(context, "session") ?? "");

const app = new Hono();

app.get("/", (context) => {
  // Your game has its own sign-in; in this example, every visitor gets an account.
  if (!accountOf(context)) {
    const session = newSecret();
    sessions.set(session, {});
    setCookie(context, "session", session, cookie);
  }
  const linked = accountOf(context)?.linked;
  return context.html(
    linked === undefined
      ? '<a href="/link">Link your Discord account</a>'
      : `Linked with ${linked}. <form method="post" action="/unlink"><button>Unlink</button></form>`,
  );
});

app.get("/link", (context) => {
  if (!accountOf(context)) return context.redirect("/");
  // Secrets that only this browser knows. The state identifies the request, and the PKCE verifier is required to redeem the code.
  const [state, verifier] = [newSecret(), newSecret()];
  setCookie(context, "link", `${state}.${verifier}`, { ...cookie, maxAge: 600 });
  const parameters = new URLSearchParams({
    client_id: applicationId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "identify",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  return context.redirect(`${webBase}/oauth2/authorize?${parameters.toString()}`);
});

app.get("/callback", async (context) => {
  const account = accountOf(context);
  const [state, codeVerifier] = (getCookie(context, "link") ?? "").split(".");
  deleteCookie(context, "link", cookie);
  const { code, state: returned } = context.req.query();
  if (!account || !state || returned !== state)
    return context.text("This browser did not start this link. Start again.", 400);
  // The player declined.
  if (code === undefined) return context.redirect("/");
  const { player } = await tokens.exchange({ code, codeVerifier, redirectUri });
  account.linked = player;
  return context.redirect("/");
});

app.post("/unlink", async (context) => {
  const linked = accountOf(context)?.linked;
  if (linked !== undefined) await tokens.revoke(linked);
  return context.redirect("/", 303);
});

app.onError((error, context) => {
  console.error(error.message);
  return context.text("Linking failed. Try again later.", 502);
});

serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 3000), hostname: "127.0.0.1" }, (address) => {
  console.log("Listening:", address);
});
