import { askPlayer, type AskPlayerContext, type AskPlayerOptions } from "./ask-player.ts";
import type { AuthorizationArgs } from "./authorization/arguments.ts";
import { AuthorizationResult } from "./authorization/authorization-result.ts";
import { readCallback, type Callback } from "./authorization/callback.ts";
import { choosePkce } from "./authorization/code-verifier.ts";
import { buildAuthorizeUrl } from "./authorization/request-url.ts";
import { parseScopes } from "./authorization/scopes.ts";
import { createState } from "./authorization/state.ts";
import type { AuthorizeOptions } from "./service/backend.ts";
import { type Surrounding, surroundingNames } from "./browser/environment.ts";
import type { OpenBrowser } from "./browser/open-browser.ts";
import { chooseRedirect } from "./redirect/choose.ts";
import { checkTimeoutMs, startDeadline } from "./http/deadline.ts";
import { isClientError } from "./errors.ts";
import { type Log, LoggingSeverity } from "./log/logger.ts";
import type { Secrets } from "./log/secrets.ts";
import { openRedirect } from "./redirect/open.ts";
import { parseScheme } from "./redirect/custom-scheme-name.ts";
import { openCustomScheme } from "./redirect/custom-scheme.ts";
import { IgnoredRedirects } from "./redirect/ignored-redirects.ts";
import { withManualRedirect } from "./redirect/manual.ts";
import type { Judgement, RedirectReceiver } from "./redirect/receiver.ts";
import type { Service } from "./service/addresses.ts";
import { Session } from "./session.ts";
import type { Snowflake } from "./snowflake.ts";
import type { TokenStore } from "./store/token-store.ts";
import { parseRecord, type TokenSet, tokenSetOf } from "./token/token-set.ts";

/** How long a player may take. Two factors and a forgotten password fit in; a closed tab does not wait for ever. */
const defaultTimeoutMs = 5 * 60_000;

/** What the way to a code needs from outside. */
export interface AuthorizeContext {
  readonly service: Service;
  readonly openBrowser: OpenBrowser;
  readonly openLoopback: () => Promise<RedirectReceiver>;
  /** What stands between the game and a browser; nothing when the game starts the browser itself. */
  readonly surroundings: readonly Surrounding[];
  readonly secrets: Secrets;
  readonly log: Log;
}

/** Arguments → request → browser → redirect → callback: ends with a code (RFC 8252 §4.1, RFC 7636 §1.1). */
export async function authorize(
  context: AuthorizeContext,
  clientId: Snowflake,
  args: AuthorizationArgs,
  options: AuthorizeOptions,
): Promise<AuthorizationResult> {
  const { service, secrets, log } = context;
  const scopes = parseScopes(args.Scopes());
  const state = args.State() ?? createState();
  const { codeChallenge, verifier } = choosePkce(args.CodeChallenge());

  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? defaultTimeoutMs, "timeoutMs");
  const scheme = args.CustomSchemeParam();
  if (scheme !== undefined) parseScheme({ applicationId: clientId, scheme });
  const { surroundings } = context;
  const methods = chooseRedirect({
    wanted: options.redirect,
    namesScheme: scheme !== undefined,
    surroundings,
  });
  for (const name of surroundings) log(LoggingSeverity.Info, "redirect", surroundingNames[name]);

  using deadline = startDeadline("The authorization", timeoutMs, [options.signal]);
  deadline.signal.throwIfAborted();
  using _secrets = secrets.scope(state, verifier?.Verifier(), args.Nonce());
  const openers = {
    loopback: context.openLoopback,
    "custom-scheme": () => openCustomScheme({ applicationId: clientId, scheme, log }),
  };
  await using receiver = await openRedirect(methods, openers, log);
  const { redirectUri } = receiver;
  log(LoggingSeverity.Info, "authorize", `waiting for the player at ${redirectUri}`);

  const request = {
    clientId,
    scopes,
    state,
    redirectUri,
    codeChallenge,
    nonce: args.Nonce(),
    integrationType: args.IntegrationType(),
  };
  const url = buildAuthorizeUrl(service.authorizationEndpoint, request);
  options.onAuthorizeUrl?.(url);
  void startBrowser(context, url);

  const expected = {
    state,
    scopes,
    issuer: service.issuer,
    issuerPromised: false,
    clean: (text: string) => secrets.clean(text),
  };
  using ignored = new IgnoredRedirects(log);
  const waiting = options.onManualRedirect
    ? withManualRedirect(receiver, options.onManualRedirect)
    : receiver;
  const callback = await waiting.receive((parameters) => judge(readCallback(parameters, expected)), {
    signal: deadline.signal,
    onIgnored: (reason) => {
      ignored.add(reason);
      options.onIgnoredRedirect?.(reason);
    },
  });
  if (callback.kind === "error") throw callback.error;
  using _code = secrets.scope(callback.code);
  log(LoggingSeverity.Info, "authorize", "the player is back with a code");
  return new AuthorizationResult(callback.code, redirectUri, verifier);
}

/** A browser that does not start is not the end: the player can open the URL from `onAuthorizeUrl` elsewhere. */
async function startBrowser({ openBrowser, log, secrets }: AuthorizeContext, url: string): Promise<void> {
  try {
    await openBrowser(url);
  } catch (error) {
    const reason = isClientError(error)
      ? `${error.message} ${error.hint ?? ""}`
      : secrets.clean(String(error));
    log(LoggingSeverity.Warning, "browser", reason);
  }
}

function judge(callback: Callback): Judgement<Exclude<Callback, { kind: "ignored" }>> {
  switch (callback.kind) {
    case "ignored":
      return { ignored: callback.reason };
    case "code":
      return { answer: callback, outcome: "returned" };
    case "error":
      return { answer: callback, outcome: callback.error.code === "access_denied" ? "declined" : "failed" };
  }
}

/** What the way from a code to a session needs from outside. */
export interface SignInContext extends AskPlayerContext {
  readonly store: TokenStore;
  /** The name of the record in the store. */
  readonly account: string;
  readonly secrets: Secrets;
}

/** Store → (player → token → store) → session: asks the player only when nothing usable was kept. */
export async function signIn(
  context: SignInContext,
  args: AuthorizationArgs,
  options: AskPlayerOptions,
): Promise<Session> {
  const { store, log } = context;
  const requestedScopes = parseScopes(args.Scopes());
  await store.probe();
  const restored = await restore(context, requestedScopes);
  if (restored) return restored;

  const tokens = tokenSetOf(await askPlayer(context, args, options), requestedScopes, Date.now());
  const session = openSession(context, tokens);
  await session.keep();
  const place = session.storeError ? "tokens are in memory only" : `tokens kept in the store "${store.name}"`;
  log(LoggingSeverity.Info, "sign-in", `signed in with the scopes ${tokens.scopes}; ${place}`);
  return session;
}

/** The session of an earlier run, if its tokens still live and cover the scopes. */
async function restore(context: SignInContext, requestedScopes: string): Promise<Session | undefined> {
  const { store, account, log } = context;
  const record = await store.get(account);
  const tokens = record === undefined ? undefined : parseRecord(record);
  if (!tokens || !covers(tokens.requestedScopes, requestedScopes)) return undefined;
  const session = openSession(context, tokens);
  try {
    await session.accessToken();
    log(LoggingSeverity.Info, "sign-in", `restored from the store "${store.name}"`);
    return session;
  } catch (error) {
    if (!isClientError(error) || error.code !== "session_ended") throw error;
    log(LoggingSeverity.Info, "sign-in", "the kept tokens are over; the player is asked again");
    return undefined;
  }
}

function covers(kept: string, requested: string): boolean {
  const scopes = new Set(kept.split(" "));
  return requested.split(" ").every((scope) => scopes.has(scope));
}

function openSession({ backend, clientId, ...context }: SignInContext, tokens: TokenSet): Session {
  return new Session(tokens, {
    ...context,
    refresh: (refreshToken) => backend.refreshToken(clientId, refreshToken),
    revoke: (token) => backend.revokeToken(clientId, token),
  });
}
