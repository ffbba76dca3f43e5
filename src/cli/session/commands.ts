import type { Client, CurrentUser, Scopes, Session } from "slashpass";
import { isClientError } from "slashpass";
import { escapeControls } from "../frame/terminal-text.ts";
import { Failure, misunderstood, describeError } from "../frame/failure.ts";
import { interrupted } from "../frame/prompts.ts";
import { type Call, type Outcome, runCommand } from "../frame/run-command.ts";
import { variables } from "../frame/host.ts";
import { apiOf, readSettings, type Settings } from "../settings/settings.ts";
import { Announcement, chosenBrowser, isOverSsh } from "./announcement.ts";
import type { session as definitions } from "./definitions.ts";
import {
  createClient,
  describeSession,
  explain,
  freshToken,
  openSession,
  reachService,
  rowsOf,
} from "./session.ts";

type LoginCall = Call<typeof definitions.login.options>;

export async function login(call: LoginCall): Promise<Outcome> {
  const { options, terminal, signal } = call;
  refuseConflicts(call);
  const settings = await readSettings(call);
  const end = new AbortController();
  await using client = createClient(settings, {
    own: { ...call.own, ...chosenBrowser(options.browser, end) },
  });
  const { session, isNew } = await signIn(client, settings, call, end);
  // The sign-in succeeds even if the player cannot be read.
  const player = session.player ?? (await session.user({ signal }).catch(() => null));
  const described = describeSession(session, settings, options.account, player);
  const name = escapeControls(described.player?.name ?? "the player");
  terminal.print(isNew ? `Signed in as ${name}.` : `Already signed in as ${name}.`);
  if (!isNew)
    terminal.note(
      "To sign in another player, run 'slashpass logout' first, or use --account with a name for the other player.",
    );
  return { result: { ...described, isNew } };
}

function refuseConflicts({ options: { device, browser }, terminal }: LoginCall): void {
  const hint = "Specify only one of them.";
  if (device && browser !== undefined)
    throw misunderstood(
      `--device and --${browser === false ? "no-" : ""}browser cannot be used together.`,
      hint,
    );
  if (browser === "") throw misunderstood("--browser requires a name.", "For example: --browser firefox");
  if (!terminal.isForPrograms) return;
  const shown = device ? "--device" : "--no-browser";
  if (device || browser === false)
    throw misunderstood(
      `${shown} and --json cannot be used together, because ${shown} shows a ${device ? "code" : "link"} to a person.`,
      hint,
    );
}

/** @param end - Aborted if the sign-in cannot succeed. */
async function signIn(client: Client, settings: Settings, call: LoginCall, end: AbortController) {
  const { options, terminal, env } = call;
  const signal = AbortSignal.any([call.signal, end.signal]);
  // Only the first reason is used; it may come from the caller's signal.
  const giveUp = (reason: unknown) => void (reason !== undefined && !signal.aborted && end.abort(reason));
  const announcement = new Announcement(terminal, options.browser, signal);
  const mayPaste = terminal.interactive && (options.browser === false || isOverSsh(env));
  try {
    // Reports a locked keychain before the browser opens.
    await client.restoreSession({ account: options.account, signal });
    const session = await client.signIn({
      scopes: scopesOf(options.scope, settings),
      account: options.account,
      redirect: options.device ? "device" : "auto",
      onAuthorizeUrl: (url) => {
        announcement.ofBrowser(url);
        void reachService(apiOf(settings), signal).then(giveUp);
      },
      ...(mayPaste && {
        onManualRedirect: (submit) => void announcement.askForRedirect(submit).catch(giveUp),
      }),
      onPrompt: (prompt) =>
        terminal.isForPrograms ? giveUp(noBrowserForPrograms()) : announcement.ofDevice(prompt),
      signal,
    });
    if (session.storeError) throw await undo(client, session.storeError);
    return { session, isNew: announcement.isMade };
  } catch (error) {
    throw end.signal.reason ?? explain(error, call.signal);
  } finally {
    end.abort();
    await announcement.end();
  }
}

/** Without a browser, the user must enter a code, which `--json` does not show. */
function noBrowserForPrograms(): Failure {
  return new Failure(
    "This machine cannot show a browser, and --json does not show the code for another device.",
    {
      code: "no_terminal",
      hint: "Omit --json.",
    },
  );
}

function scopesOf(given: readonly string[], { scopes = "" }: Settings): Scopes {
  const [chosen = "identify"] = [given.join(" "), scopes].filter((each) => each.length > 0);
  return chosen;
}

/** Revokes the tokens, because tokens that are not stored cannot be revoked later. */
async function undo(client: Client, reason: NonNullable<Session["storeError"]>): Promise<Failure> {
  await client.signOut();
  const message = `The tokens could not be stored, so they were revoked: ${reason.message}`;
  return new Failure(message, { code: "tokens_not_kept", hint: describeError(reason).hint });
}

export async function logout(call: Call<typeof definitions.logout.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  try {
    await using opened = await openSession(call);
    const { revocationError, storeError } = await opened.client.signOut({ signal });
    if (storeError) throw storeError;
    if (revocationError) throw notRevoked(revocationError.message);
    terminal.print("Signed out.");
    return { result: { signedOut: true } };
  } catch (error) {
    if (signal.aborted) throw interrupted(unanswered);
    if (!(error instanceof Failure) || error.code !== "not_signed_in") throw explain(error, signal);
    terminal.print(error.message);
    return { result: { signedOut: false } };
  }
}

const unanswered =
  "The service did not respond and may still accept the tokens. The player can revoke them in their account settings, under Authorized Apps.";

function notRevoked(reason: string): Failure {
  return new Failure(
    `The tokens were deleted on this machine but could not be revoked, so the service still accepts them: ${reason}`,
    {
      code: "not_revoked",
      hint: "The player can revoke them in their account settings, under Authorized Apps.",
    },
  );
}

export async function whoami(call: Call<typeof definitions.whoami.options>): Promise<Outcome> {
  const { options, terminal, signal } = call;
  try {
    await using opened = await openSession(call);
    const { session, settings } = opened;
    const player = await playerOf(session, signal);
    const described = describeSession(session, settings, options.account, player);
    terminal.printTable(rowsOf(described, Date.now()));
    return { result: { ...described } };
  } catch (error) {
    throw explain(error, signal);
  }
}

async function playerOf(session: Session, signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await session.user({ signal });
  } catch (error) {
    if (isClientError(error) && ["missing_access", "missing_scope"].includes(error.code)) return null;
    throw error;
  }
}

type TokenCall = Call<typeof definitions.token.options, typeof definitions.token.arguments>;

export async function token(call: TokenCall): Promise<Outcome> {
  const { options, terminal, env, cwd, signal } = call;
  const { command } = call.arguments;
  refuseConfusion(call);
  const { accessToken, ...rest } = await freshToken(call);
  if (!options.exec) {
    terminal.print(accessToken);
    return { result: { accessToken, ...rest } };
  }
  return {
    result: rest,
    lasting: () =>
      runCommand(command, { env: { ...env, [variables.accessToken]: accessToken }, cwd, signal }),
  };
}

function refuseConfusion({ options: { exec, print }, arguments: { command }, terminal }: TokenCall): void {
  if (exec && print)
    throw misunderstood("--exec and --print cannot be used together.", "Specify only one of them.");
  if (exec && command.length === 0)
    throw misunderstood(
      "--exec requires a program.",
      "Put it after --: slashpass token --exec -- node tool.js",
    );
  if (!exec && command.length > 0)
    throw misunderstood("To run a program, add --exec.", "slashpass token --exec -- node tool.js");
  if (!exec && !print && terminal.isTerminal) {
    throw misunderstood(
      "The token was not printed, because it would be visible on this terminal and in its log.",
      "Run a program with the token: slashpass token --exec -- node tool.js. To print it anyway, add --print.",
      "token_would_be_seen",
    );
  }
}
