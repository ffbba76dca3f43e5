import type { IncomingMessage, ServerResponse } from "node:http";
import type { InteractionDetails, OidcProvider } from "./oidc-provider.ts";
import { type LiveWorld, saveGrant } from "./live-world.ts";
import { readFormBody, urlOf } from "../base/http.ts";
import { pageHeaders, respondPage, escapeHtml, renderPage, drawAvatar } from "../base/page.ts";
import { describePlayer, type Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { scopeTexts } from "./scopes.ts";

export async function answerSignInPage(
  { world, provider: loadProvider }: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const form = request.method === "POST" ? await readFormBody(request) : undefined;
    const provider = await loadProvider();
    const details = await provider.interactionDetails(request, response);
    const player = world.players.byId(details.session?.accountId ?? "");
    if (form) {
      const finish: SignIn["finish"] = (result, mergeWithLastSubmission = false) =>
        provider.interactionFinished(request, response, result, { mergeWithLastSubmission });
      return await handleSignInForm({ world, provider, details, player, finish }, form);
    }
    const asksWho = details.prompt.name === "login" || urlOf(request).searchParams.has("switch");
    response.writeHead(200, pageHeaders).end(choosePage(world, details, asksWho ? undefined : player));
  } catch (error) {
    if ((error as { name?: unknown }).name !== "SessionNotFound") throw error;
    const text = "It belongs to a sign-in that has ended. Start again in the game.";
    respondPage(response, 400, "This page is out of date", `<p role="alert">${text}</p>`);
  }
}

function choosePage(world: World, { params }: InteractionDetails, player: Player | undefined): string {
  const { scope = "", client_id: id, redirect_uri: redirectUri } = params;
  const application = world.application(id) ?? { id, name: "An application" };
  return player
    ? consentPage({ application, player, scopes: scope.split(" "), redirectUri })
    : signInPage(application, world.players.all);
}

interface SignIn {
  readonly world: World;
  readonly provider: OidcProvider;
  readonly details: InteractionDetails;
  readonly player: Player | undefined;
  finish(this: void, result: unknown, mergeWithLastSubmission?: boolean): Promise<void>;
}

async function handleSignInForm(
  { world, provider, details, player, finish }: SignIn,
  form: URLSearchParams,
): Promise<void> {
  const name = form.get("player")?.trim();
  if (name) {
    const { id: accountId } = world.players.findOrAdd(name);
    await finish({ login: { accountId } });
    // Signs out last, because `finish` requires the account that was signed in when the page was shown.
    return await leaveSession(world, details, accountId);
  }
  if (!player || form.get("answer") !== "accept") {
    recordConsent(world, details.params, { player, isGranted: false });
    return await finish(declined);
  }
  const { client_id: clientId, scope = "" } = details.params;
  const grantId = await saveGrant(provider, { accountId: player.id, clientId }, scope);
  // Merges the results, because with `prompt=login` the player would otherwise have to sign in again.
  await finish({ consent: { grantId } }, true);
  reportAuthorization(world, details.params, player);
}

const sessionSeconds = 86_400;

async function leaveSession(world: World, { session }: InteractionDetails, next: string): Promise<void> {
  if (session?.accountId === undefined || session.accountId === next) return;
  const sessions = world.storage.adapter("Session");
  const { jti, accountId: _, authorizations: __, ...rest } = (await sessions.findByUid(session.uid)) ?? {};
  if (jti !== undefined) await sessions.upsert(jti, { ...rest, jti }, sessionSeconds);
}

export function recordConsent(
  world: World,
  { client_id: id, scope = "" }: InteractionDetails["params"],
  { player, isGranted }: { readonly player: Player | undefined; readonly isGranted: boolean },
): void {
  world.application(id)?.addConsent({ player: player?.name ?? "Somebody", scopes: scope, isGranted });
}

export function reportAuthorization(
  world: World,
  params: InteractionDetails["params"],
  player: Player,
): void {
  recordConsent(world, params, { player, isGranted: true });
  const { client_id: applicationId, scope = "", integration_type: type } = params;
  const context = type === undefined ? {} : { integration_type: Number(type) };
  const data = { ...context, user: describePlayer(player), scopes: scope.split(" ") };
  world.worldEvents.emit({ name: "APPLICATION_AUTHORIZED", data, applicationId });
}

const declined = {
  error: "access_denied",
  error_description: "The resource owner or authorization server denied the request",
};

interface Asking {
  readonly id: string;
  readonly name: string;
}

interface Question {
  readonly application: Asking;
  readonly player: Player;
  readonly scopes: readonly string[];
  readonly redirectUri: string | undefined;
}

export function signInPage(application: Asking, players: readonly Player[]): string {
  const buttons = players.map(
    (player) =>
      `<button class="player" name="player" value="${escapeHtml(player.name)}">${drawAvatar(player, "player")}` +
      `<span>${escapeHtml(player.name)}</span></button>`,
  );
  return renderPage(
    "Who is playing?",
    `<p>Sign in to continue to ${escapeHtml(application.name)}.</p>
<form method="post">${buttons.join("\n")}</form>
<hr>
<form method="post">
<label for="player">Another player</label>
<input id="player" name="player" required maxlength="64" autocomplete="off" placeholder="Name">
<button>Sign in</button>
</form>`,
    drawAvatar(application, "application"),
  );
}

export function consentPage({ application, player, scopes, redirectUri }: Question): string {
  return renderPage(
    `${application.name} wants to`,
    `${listScopes(scopes)}
<div class="player">${drawAvatar(player, "player")}
<p>You are signed in as ${escapeHtml(player.name)}.
<a href="?switch">Not you?</a></p></div>
<form method="post">
<button class="main" name="answer" value="accept">Authorize</button>
<button name="answer" value="deny">Cancel</button>
</form>
<p class="next">${describeNext(redirectUri)}</p>`,
    drawAvatar(application, "application"),
  );
}

function describeNext(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "Then return to your device.";
  const code = `<code>${escapeHtml(redirectUri)}</code>`;
  if (/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(redirectUri))
    return `You will then return to the game on this computer: ${code}`;
  if (/^https?:/.test(redirectUri)) return `You will then continue to ${code}`;
  return `The game will then open through this address: ${code}`;
}

export function listScopes(scopes: readonly string[]): string {
  return `<ul>${scopes.map(describeScope).join("\n")}</ul>`;
}

function describeScope(name: string): string {
  const code = `<code>${escapeHtml(name)}</code>`;
  const text = Object.hasOwn(scopeTexts, name) ? `${escapeHtml(String(scopeTexts[name]))} ` : "";
  return `<li>${text}${code}</li>`;
}

export function compareRedirects(offered: string, registered: readonly string[]): string {
  return `<div class="compare">
<section><h2>The link offers</h2>${listAddresses([offered])}</section>
<section><h2>Registered</h2>${registered.length > 0 ? listAddresses(registered) : "<p>None.</p>"}</section>
</div>
<p>They must match exactly, except for the port of 127.0.0.1 and [::1]. Register the link's redirect URI, or
use a registered one in the game.</p>`;
}

function listAddresses(addresses: readonly string[]): string {
  const items = addresses.map((address) => `<li><code>${escapeHtml(address)}</code></li>`);
  return `<ul class="plain">${items.join("")}</ul>`;
}
