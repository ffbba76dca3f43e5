import type { IncomingMessage, ServerResponse } from "node:http";
import { type LiveWorld, saveGrant } from "./live-world.ts";
import type { InteractionDetails } from "./oidc-provider.ts";
import { readFormBody, urlOf } from "../base/http.ts";
import { pageHeaders, respondPage } from "../base/page.ts";
import { describePlayer, type Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { consentPage, signInPage } from "./sign-in-views.ts";

export async function answerSignInPage(
  live: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== "POST") return await showSignInPage(live, request, response);
    await handleSignInForm(live, request, response);
  } catch (error) {
    if ((error as { name?: unknown }).name !== "SessionNotFound") throw error;
    const text = "It belongs to a sign-in that has ended. Start again in the game.";
    respondPage(response, 400, "This page is out of date", `<p role="alert">${text}</p>`);
  }
}

async function showSignInPage(
  live: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world } = live;
  const provider = await live.provider();
  const details = await provider.interactionDetails(request, response);
  const { scope = "", client_id: id, redirect_uri: redirectUri } = details.params;
  const application = world.application(id) ?? { id, name: "An application" };
  const player = playerOf(world, details);
  const asksWho = details.prompt.name === "login" || urlOf(request).searchParams.has("switch");
  const html =
    asksWho || !player
      ? signInPage(application, world.players.all)
      : consentPage({ application, player, scopes: scope.split(" "), redirectUri });
  response.writeHead(200, pageHeaders).end(html);
}

async function handleSignInForm(
  live: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world } = live;
  const form = await readFormBody(request);
  const provider = await live.provider();
  const details = await provider.interactionDetails(request, response);
  const finish = (result: unknown, mergeWithLastSubmission = false) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission });
  const name = form.get("player")?.trim();
  if (name) {
    const { id: accountId } = world.players.findOrAdd(name);
    await finish({ login: { accountId } });
    // Signs out last, because `finish` requires the account that was signed in when the page was shown.
    return await leaveSession(world, details, accountId);
  }
  const player = playerOf(world, details);
  if (!player || form.get("answer") !== "accept") {
    recordConsent(world, details.params, { player, isGranted: false });
    return await finish(declined);
  }
  const { client_id: clientId, scope = "" } = details.params;
  const grantId = await saveGrant(provider, { accountId: player.id, clientId }, scope);
  // Merges the results. With `prompt=login`, the player would otherwise have to sign in again.
  await finish({ consent: { grantId } }, true);
  reportAuthorization(world, details.params, player);
}

function playerOf(world: World, { session }: InteractionDetails): Player | undefined {
  return world.players.byId(session?.accountId ?? "");
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
