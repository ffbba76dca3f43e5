import { Client, type CurrentUser, isClientError, type Session } from "slashpass";
import { Failure, misunderstood, unreachable } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";
import type { Call } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { variables } from "../frame/host.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import type { session as definitions } from "./definitions.ts";

const nothingStored = "The sign-in was not completed, and no tokens were stored.";
const again = "Run 'slashpass login' to try again.";

/** Replacements for the library's messages, which are written for game developers. */
const meanings: Readonly<Record<string, { readonly message: string; readonly hint: string }>> = {
  access_denied: { message: `The player declined. ${nothingStored}`, hint: again },
  timeout: {
    message: `The browser sign-in was not completed in time. Its tab may have been closed. ${nothingStored}`,
    hint: `${again} If no browser opens, or the browser runs on another machine, add --device or --no-browser.`,
  },
  expired_token: { message: `The code was not used in time. ${nothingStored}`, hint: again },
  keychain_absent: {
    message: "This machine has no keychain for the tokens.",
    hint: "Linux requires a D-Bus session and a Secret Service (gnome-keyring, KWallet) with a default collection; run 'slashpass doctor' to see which is missing. On build machines, use SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET instead.",
  },
  keychain_locked: { message: "The keychain is locked.", hint: "Unlock it, then try again." },
  keychain_denied: {
    message: "The keychain denied access.",
    hint: "Allow this program to use its keychain item, then try again.",
  },
  session_ended: {
    message: "The player is signed out: the service or the player ended the session.",
    hint: again,
  },
};

export function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return interrupted(nothingStored);
  if (!isClientError(error)) return error;
  const meaning = meanings[error.code];
  return meaning ? new Failure(meaning.message, { code: error.code, hint: meaning.hint }) : error;
}

interface Terms {
  readonly scopes: readonly string[];
  /** Null if Discord returned no expiry. */
  readonly expiresAt: string | null;
}

/** @param player - Null if the granted scopes do not allow reading the player. */
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

function termsOf({ scopes, expiresAt }: Pick<Session, "scopes" | "expiresAt">): Terms {
  return { scopes: scopes.split(" ").filter(Boolean), expiresAt: expiresAt?.toISOString() ?? null };
}

export function rowsOf(described: ReturnType<typeof describeSession>, now: number): string[][] {
  const { applicationId, environment, player, account, scopes, expiresAt } = described;
  const unknownPlayer = "unknown: the identify scope was not granted";
  const unknownEnd = "unknown: the service did not send an expiry";
  return [
    ["Player", player ? `${escapeControls(player.name)} (${escapeControls(player.id)})` : unknownPlayer],
    ["Application", applicationOf(applicationId, environment)],
    ...(account === null ? [] : [["Account", account]]),
    ["Scopes", escapeControls(scopes.join(" "))],
    ["Token", expiresAt === null ? unknownEnd : endOf(expiresAt, now)],
  ];
}

function endOf(expiresAt: string, now: number): string {
  const at = `${expiresAt.slice(0, 16).replace("T", " ")} UTC`;
  return `until ${at}, ${formatRemainingTime(Date.parse(expiresAt) - now)}; renewed when used`;
}

function formatRemainingTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const format = new Intl.RelativeTimeFormat("en");
  if (minutes < 90) return format.format(minutes, "minute");
  return minutes < 2880
    ? format.format(Math.round(minutes / 60), "hour")
    : format.format(Math.round(minutes / 1440), "day");
}

interface FreshToken extends Terms {
  readonly accessToken: string;
}

export async function freshToken(call: SessionCall): Promise<FreshToken> {
  try {
    await using opened = await openSession(call);
    const { session } = opened;
    // Requested first, because a refresh may change the scopes and the expiry.
    const accessToken = await session.accessToken({ signal: call.signal });
    return { accessToken, ...termsOf(session) };
  } catch (error) {
    throw explain(error, call.signal);
  }
}

/** Accepts any response. If Discord is unreachable, the browser shows its own error page and never redirects back. */
export async function reachService(apiBase: string, signal: AbortSignal): Promise<Failure | undefined> {
  try {
    const answer = await fetch(`${apiBase}/gateway`, { redirect: "manual", signal });
    await answer.body?.cancel();
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const { origin } = new URL(apiBase);
    const messageFor = (reason: string) =>
      `${origin} could not be reached (${reason}), so the sign-in failed.`;
    return unreachable(apiBase, error, messageFor, {
      code: "network_error",
      hint: "Check the connection. If the service is an emulator, start it first.",
    });
  }
}

export type SessionCall = Pick<
  Call<typeof definitions.whoami.options>,
  "options" | "env" | "cwd" | "own" | "signal"
>;

export function createClient(
  { applicationId, apiBase, webBase }: Settings,
  { own }: Pick<Call, "own">,
): Client {
  return new Client({ applicationId, apiBase, webBase, ...own });
}

/** Disposing of the result does not sign the player out. */
export async function openSession(call: SessionCall) {
  const settings = await readSettings(call);
  const client = createClient(settings, call);
  try {
    const session = await client.restoreSession({ account: call.options.account, signal: call.signal });
    if (!session) throw notSignedIn(settings, call.options.account);
    return { client, session, settings, [Symbol.asyncDispose]: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function notSignedIn({ applicationId, environment }: Settings, account: string | undefined): Failure {
  const name = account === undefined ? "" : ` as '${account}'`;
  return new Failure(
    `No player is signed in to application ${applicationOf(applicationId, environment)}${name} on this machine.`,
    {
      code: "not_signed_in",
      hint: `Run 'slashpass login${account === undefined ? "" : ` --account ${account}`}'.`,
    },
  );
}

const needed = "applications.commands.permissions.update";

export async function asPlayer<C extends SessionCall>(call: C): Promise<C> {
  const { env, options } = call;
  if (env[variables.accessToken]) return call;
  const { accessToken, scopes } = await freshToken(call).catch((error: unknown) => {
    throw isSignedOut(error) ? noPlayer(error, options.account) : error;
  });
  if (!scopes.includes(needed)) {
    throw misunderstood(
      `The signed-in player has not granted ${needed}, which Discord requires for editing permissions.`,
      // Includes the granted scopes, which a new sign-in would otherwise drop.
      `Run '${loginFor([...scopes, needed], options.account)}'.`,
      "missing_scope",
    );
  }
  return { ...call, env: { ...env, [variables.accessToken]: accessToken } };
}

function isSignedOut(error: unknown): error is Failure {
  const codes = ["not_signed_in", "session_ended", "keychain_absent"];
  return error instanceof Failure && codes.includes(error.code);
}

function noPlayer({ message }: Failure, account: string | undefined): Failure {
  return misunderstood(
    `On Discord, only players can edit permissions. ${message}`,
    `Run '${loginFor([needed], account)}'. If this machine cannot store tokens, set SLASHPASS_ACCESS_TOKEN to that player's token.`,
    "no_access_token",
  );
}

function loginFor(scopes: readonly string[], account: string | undefined): string {
  return `slashpass login --scope ${scopes.join(" ")}${account === undefined ? "" : ` --account ${account}`}`;
}
