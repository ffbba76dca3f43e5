import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeHtml, respondPage, drawAvatar } from "../../base/page.ts";
import { readFormBody } from "../../base/http.ts";
import { listScopes } from "../../oauth/sign-in-pages.ts";
import type { PlayerPresence } from "../../state/presences.ts";
import type { Player } from "../../state/players.ts";
import type { DesktopClientParts } from "./connection.ts";
import type { DesktopClientPrompt } from "./init.ts";

export async function answerDesktopClientPage(
  { live, player, prompts }: DesktopClientParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "POST") {
    const form = await readFormBody(request);
    const prompt = prompts.find(form.get("prompt") ?? "");
    const { players, presences } = live.world;
    const asking = players.find(form.get("player") ?? "");
    if (form.get("answer") === "join" && asking && presences.isJoinable(player))
      presences.requestToJoin(asking.name);
    else if (form.get("answer") === "accept") prompt?.accept();
    else prompt?.deny();
    response.writeHead(303, { location: "/desktop-client" }).end();
    return;
  }
  const entries = prompts.entries.map(([id, prompt]) => describePrompt(id, prompt));
  const activities = live.world.presences.of(player).map(describeActivity);
  const others = live.world.players.all.filter((other) => other !== player);
  if (others.length > 0 && live.world.presences.isJoinable(player)) activities.push(offerToJoin(others));
  const requests = entries.length > 0 ? entries.join("<hr>\n") : "<p>There are no pending requests.</p>";
  respondPage(response, 200, "Desktop client", [requests, ...activities].join("\n"));
}

function describePrompt(id: string, { application, player, scopes }: DesktopClientPrompt): string {
  return `${drawAvatar(application, "application")}
<h2>${escapeHtml(application.name)} wants to</h2>
${listScopes(scopes)}
<div class="player">${drawAvatar(player, "player")}
<p>You are signed in as ${escapeHtml(player.name)}.</p></div>
<form method="post">
<input type="hidden" name="prompt" value="${escapeHtml(id)}">
<button class="main" name="answer" value="accept">Authorize</button>
<button name="answer" value="deny">Cancel</button>
</form>`;
}

const verbs: Readonly<Record<number, string>> = {
  0: "Playing",
  2: "Listening to",
  3: "Watching",
  5: "Competing in",
};

function describeActivity(presence: PlayerPresence): string {
  const { type, name, details, state, party, timestamps, assets, buttons = [] } = presence;
  const [current, maximum] = party?.size ?? [];
  const size = current === undefined ? "" : ` (${current} of ${maximum})`;
  const images = [assets?.large_text, assets?.small_text].filter((text) => text !== undefined);
  const lines = [
    details !== undefined && link(details, presence.details_url),
    (state ?? size) !== "" && ((state === undefined ? "" : link(state, presence.state_url)) + size).trim(),
    timestamps?.start !== undefined && `Since ${formatTime(timestamps.start)}`,
    timestamps?.end !== undefined && `Until ${formatTime(timestamps.end)}`,
    images.length > 0 && `Images: ${escapeHtml(images.join(", "))}`,
    ...buttons.map(({ label, url }) => link(label, url)),
  ];
  return `<section><h2>${verbs[type]} <bdi>${escapeHtml(name)}</bdi></h2>
${lines.flatMap((line) => (line === false ? [] : [`<p dir="auto">${line}</p>`])).join("\n")}</section>`;
}

function link(text: string, url: string | undefined): string {
  return url === undefined ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

function formatTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime())
    ? "an invalid time"
    : `<time>${time.toISOString().slice(0, 19)}Z</time>`;
}

function offerToJoin(others: readonly Player[]): string {
  const options = others.map(({ name }) => `<option>${escapeHtml(name)}</option>`).join("");
  return `<form method="post" class="controls">
<label for="player">Ask to join as</label><select id="player" name="player">${options}</select>
<button name="answer" value="join">Ask</button></form>`;
}
