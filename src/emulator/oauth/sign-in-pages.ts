import type { IncomingMessage, ServerResponse } from "node:http";
import type { LiveWorld } from "./live-world.ts";
import type { InteractionDetails, OidcProvider } from "./oidc-provider.ts";
import { largestForm, readBody } from "../base/http.ts";
import { escapeHtml, pageHeaders, renderPage } from "../base/page.ts";
import { describePlayer, type Player } from "../world/players.ts";
import type { World } from "../world/world.ts";
import { scopeTexts } from "./scopes.ts";

/** The pages on which a player signs in and agrees. */
export async function answerSignInPage(
  live: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== "POST") return await showSignInPage(live, request, response);
    await takeSignInAnswer(
      live,
      request,
      response,
      new URLSearchParams(await readBody(request, largestForm)),
    );
  } catch (error) {
    if ((error as { name?: unknown }).name !== "SessionNotFound") throw error;
    const text = "It belongs to a sign-in that has ended. Start again in the game.";
    response
      .writeHead(400, pageHeaders)
      .end(renderPage("This page is out of date", `<p role="alert">${text}</p>`));
  }
}

/** Shows what the authorization server wants from the player now: who they are, then whether they agree. */
async function showSignInPage(
  { provider, world }: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const { scope = "", client_id } = details.params;
  const name = world.application(client_id)?.name ?? "An application";
  const player = playerOf(world, details);
  const html =
    details.prompt.name === "login" || !player
      ? signInPage(name, world.players.all)
      : consentPage(name, scope, player);
  response.writeHead(200, pageHeaders).end(html);
}

/** Takes the player's answer from either page. */
async function takeSignInAnswer(
  { provider, world }: LiveWorld,
  request: IncomingMessage,
  response: ServerResponse,
  form: URLSearchParams,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const name = form.get("player")?.trim();
  if (name)
    return await finish(provider, request, response, {
      login: { accountId: world.players.findOrAdd(name).id },
    });
  const player = playerOf(world, details);
  if (!player || form.get("answer") !== "accept") return await finish(provider, request, response, declined);
  const result = { consent: { grantId: await grant(provider, details, player) } };
  // Merged: with prompt=login the player would be asked again who they are.
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  tellOfAuthorization(world, details.params, player);
}

/** Who has signed in. */
function playerOf(world: World, { session }: InteractionDetails): Player | undefined {
  return world.players.byId(session?.accountId ?? "");
}

/** Tells the application that a player has agreed. */
export function tellOfAuthorization(
  world: World,
  params: InteractionDetails["params"],
  player: Player,
): void {
  const { client_id: applicationId, scope = "", integration_type: type } = params;
  const context = type === undefined ? {} : { integration_type: Number(type) };
  const data = { ...context, user: describePlayer(player), scopes: scope.split(" ") };
  world.happenings.tell({ name: "APPLICATION_AUTHORIZED", data, applicationId });
}

const declined = {
  error: "access_denied",
  error_description: "The resource owner or authorization server denied the request",
};
async function grant(
  provider: OidcProvider,
  { params }: InteractionDetails,
  player: Player,
): Promise<string> {
  const granted = new provider.Grant({ accountId: player.id, clientId: params.client_id });
  granted.addOIDCScope(params.scope ?? "");
  return await granted.save();
}

function finish(
  provider: OidcProvider,
  request: IncomingMessage,
  response: ServerResponse,
  result: unknown,
): Promise<void> {
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function signInPage(application: string, players: readonly Player[]): string {
  const buttons = players.map(
    ({ name }) => `<button name="player" value="${escapeHtml(name)}">${escapeHtml(name)}</button>`,
  );
  return renderPage(
    "Who is playing?",
    `<p>Sign in to continue to ${escapeHtml(application)}.</p>
<form method="post">${buttons.join("\n")}</form>
<hr>
<form method="post">
<label for="player">Somebody else</label>
<input id="player" name="player" required maxlength="32" autocomplete="off" placeholder="Name">
<button>Sign in</button>
</form>`,
  );
}

function consentPage(application: string, scope: string, player: Player): string {
  const items = scope.split(" ").map((name) => `<li>${escapeHtml(scopeTexts[name] ?? name)}</li>`);
  return renderPage(
    `${application} wants to`,
    `<p>You are signed in as ${escapeHtml(player.name)}.</p>
<ul>${items.join("\n")}</ul>
<form method="post">
<button class="main" name="answer" value="accept">Accept</button>
<button name="answer" value="deny">Deny</button>
</form>`,
  );
}
