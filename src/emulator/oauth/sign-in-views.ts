import { drawAvatar } from "../base/avatar.ts";
import { escapeHtml, renderPage } from "../base/page.ts";
import type { Player } from "../state/players.ts";
import { scopeTexts } from "./scopes.ts";

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
  return `The game will then open at its own address: ${code}`;
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
<p>They must match exactly; only the port of 127.0.0.1 and [::1] may differ. Register the link's redirect URI, or
use a registered one in the game.</p>`;
}

function listAddresses(addresses: readonly string[]): string {
  const items = addresses.map((address) => `<li><code>${escapeHtml(address)}</code></li>`);
  return `<ul class="plain">${items.join("")}</ul>`;
}
