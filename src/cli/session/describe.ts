import { isClientError, type CurrentUser, type Session } from "slashpass";
import { Failure } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";
import { shown } from "../frame/shown.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import type { Settings } from "../settings/settings.ts";

const nothingKept = "Nobody was signed in, and nothing was kept.";
const again = "Run 'slashpass login' to try again.";

/** The library's messages are for game developers. */
const meanings: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  access_denied: { message: `The player declined. ${nothingKept}`, hint: again },
  timeout: {
    message: `The sign-in in the browser was not completed in time: its tab may have been closed. ${nothingKept}`,
    hint: `${again} If no browser opens, or it runs on another machine, add --device.`,
  },
  expired_token: { message: `The code was not used in time. ${nothingKept}`, hint: again },
  keychain_absent: {
    message: "This machine has no keychain for the tokens.",
    hint: "On Linux, a session D-Bus and a Secret Service (gnome-keyring, KWallet) with a default collection are needed; 'slashpass doctor' shows what is missing. Build machines need no player: commands take SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET.",
  },
  keychain_locked: { message: "The keychain is locked.", hint: "Unlock it, then try again." },
  keychain_denied: {
    message: "The keychain denied access.",
    hint: "Allow this program to use its item in the keychain, then try again.",
  },
  session_ended: {
    message: "The player is signed out: the service or the player ended the session.",
    hint: again,
  },
};

export function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return interrupted(nothingKept);
  if (!isClientError(error)) return error;
  const meaning = meanings[error.code];
  return meaning ? new Failure(meaning.message, { code: error.code, hint: meaning.hint }) : error;
}

export interface Terms {
  readonly scopes: readonly string[];
  /** Expiry of the access token; null if the service did not return it. */
  readonly expiresAt: string | null;
}

/** @param player - null if the granted scopes do not include it. */
export function describeSession(
  session: Pick<Session, "scopes" | "expiresAt">,
  { applicationId, environment }: Pick<Settings, "applicationId" | "environment">,
  account: string | undefined,
  player: Pick<CurrentUser, "id" | "name"> | null,
) {
  return {
    applicationId,
    environment: environment ?? null,
    account: account ?? null,
    player: player && { id: player.id, name: player.name },
    ...termsOf(session),
  };
}

export function termsOf({ scopes, expiresAt }: Pick<Session, "scopes" | "expiresAt">): Terms {
  return { scopes: scopes.split(" ").filter(Boolean), expiresAt: expiresAt?.toISOString() ?? null };
}

export function rowsOf(described: ReturnType<typeof describeSession>, now: number): string[][] {
  const { applicationId, environment, player, account, scopes, expiresAt } = described;
  const unknownPlayer = "not known: the scope identify was not granted";
  const unknownEnd = "unknown: the service did not send an expiry";
  return [
    ["Player", player ? `${shown(player.name)} (${shown(player.id)})` : unknownPlayer],
    ["Application", applicationOf(applicationId, environment)],
    ...(account === null ? [] : [["Account", account]]),
    ["Scopes", shown(scopes.join(" "))],
    ["Token", expiresAt === null ? unknownEnd : endOf(expiresAt, now)],
  ];
}

function endOf(expiresAt: string, now: number): string {
  const at = `${expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  return `until ${at}, ${timeLeft(Date.parse(expiresAt) - now)}; renewed when it is used`;
}

function timeLeft(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const format = new Intl.RelativeTimeFormat("en");
  if (minutes < 90) return format.format(minutes, "minute");
  return minutes < 2880
    ? format.format(Math.round(minutes / 60), "hour")
    : format.format(Math.round(minutes / 1440), "day");
}
