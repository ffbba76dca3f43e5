import { drawAvatar, escapeHtml, renderPage } from "../base/page.ts";
import type { Player } from "../state/players.ts";
import { listScopes } from "./scope-list.ts";

/** Who asks the player. */
interface Asking {
  readonly id: string;
  readonly name: string;
}

/** What the player is asked to agree to. */
interface Question {
  readonly application: Asking;
  readonly player: Player;
  readonly scopes: readonly string[];
  /** Where the answer goes; undefined where the player signs in on another device. */
  readonly redirectUri: string | undefined;
}

/** The page on which a player says who they are. */
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
<label for="player">Somebody else</label>
<input id="player" name="player" required maxlength="32" autocomplete="off" placeholder="Name">
<button>Sign in</button>
</form>`,
    drawAvatar(application, "application"),
  );
}

/** The page on which a player agrees, or does not. */
export function consentPage({ application, player, scopes, redirectUri }: Question): string {
  return renderPage(
    `${application.name} wants to`,
    `${listScopes(scopes)}
<div class="player">${drawAvatar(player, "player")}
<p>You are signed in as ${escapeHtml(player.name)}.
<a href="?switch">Not you?</a></p></div>
<form method="post">
<button class="main" name="answer" value="accept">Accept</button>
<button name="answer" value="deny">Deny</button>
</form>
<p class="next">${describeNext(redirectUri)}</p>`,
    drawAvatar(application, "application"),
  );
}

/** Where the player will be sent, in words and as it is. */
function describeNext(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return "Then go back to your device.";
  const code = `<code>${escapeHtml(redirectUri)}</code>`;
  if (/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(redirectUri))
    return `Then you go back to the game, on this computer: ${code}`;
  if (/^https?:/.test(redirectUri)) return `Then you go on to ${code}`;
  return `Then the game opens, by an address of its own: ${code}`;
}
