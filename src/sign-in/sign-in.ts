import {
  type ClientError,
  ErrorType,
  isClientError,
  validationError,
  withEarlierFailure,
} from "../core/errors.ts";
import type { AfterReturn, Consent } from "./consent.ts";
import { orAborted, stopIfAborted } from "../core/request/abort.ts";
import { playerTimeout, startDeadline } from "../core/request/deadline.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";
import type { Secrets } from "../log/secrets.ts";
import { chooseRedirect, mayTryAnother, type RedirectMethod } from "./redirect/methods.ts";
import { tellingPage } from "./attempt-memory.ts";
import type { AuthorizeOptions, AuthorizeRequest, Backend } from "./backend.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";
import { Session, type SessionLife, toClientError } from "../tokens/session.ts";
import type { TokenStore } from "../store/token-store.ts";
import { textOfError } from "../core/check/callback.ts";
import { AccountIndex } from "../tokens/account-index.ts";
import { CurrentUser } from "../tokens/player.ts";
import type { DevicePrompt } from "../tokens/device-prompt.ts";
import { type TokenResult, parseRecord, type TokenSet, tokenSetOf } from "../tokens/token-set.ts";

/** Options for the consent or device prompt of `signIn`. */
export interface AskPlayerOptions extends Omit<AuthorizeOptions<Consent>, "redirect"> {
  /**
   * How the player signs in. Default `auto`: in the browser, with a loopback redirect, then a custom scheme; on another device if
   * no browser can be shown here, or neither redirect works, and `onPrompt` is set.
   */
  readonly redirect?: RedirectMethod | "auto" | undefined;
  /**
   * Called once with the QR code, the URL and the code for a player who signs in on another device (RFC 8628 §3.3). Required for
   * the device flow.
   */
  readonly onPrompt?: ((prompt: DevicePrompt) => void) | undefined;
}

export interface SignInRequest extends AskPlayerOptions {
  /** The guest account to merge; see `SignInOptions.guest`. */
  readonly guest?: ExternalAuth | undefined;
}

export interface OpenService {
  readonly backend: Backend;
  readonly canShowBrowser: () => boolean;
}

export interface SignInContext {
  readonly open: () => Promise<OpenService>;
  readonly store: TokenStore;
  readonly account: string;
  /** `undefined` for the unnamed account. */
  readonly player: string | undefined;
  /** Record name of the unnamed account. */
  readonly application: string;
  /** Base URL of images, if the service is not Discord's. */
  readonly images: string | undefined;
  readonly release: (session: Session) => void;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly life: SessionLife;
}

const operation = "The authorization";

/** Without a keychain the player is not asked, because the tokens could not be stored. */
const absent: ReadonlySet<string> = new Set(["keychain_absent", "keychain_binding_missing"]);

/**
 * If an existing store cannot be read, the session lives in memory, and {@link Session.storeError} has the reason.
 *
 * @throws ClientError `missing_prompt` or `invalid_redirect` (ValidationError), `keychain_absent` or `keychain_binding_missing`
 *   (Disabled).
 */
export async function signIn(
  context: SignInContext,
  authorization: CheckedAuthorization,
  options: SignInRequest,
): Promise<Session> {
  const { store, log } = context;
  const { restored, storeError } = await restore(context, authorization, options);
  if (restored) return restored;

  const { tokens, reused } = await askForTokens(context, authorization, options);
  const session = openSession(context, authorization, tokenSetOf(tokens, authorization.scopes, Date.now()));
  if (!reused?.aborted) {
    await orAborted(session.meetPlayer(options.signal), operation, options.signal);
    await orAborted(session.keep(storeError), operation, options.signal);
  }
  await orAborted(session.endWhen(reused), operation, options.signal);
  if (!session.storeError) await orAborted(updateAccounts(context, "add"), operation, options.signal);
  const place = session.storeError ? "tokens are in memory only" : `tokens kept in the store "${store.name}"`;
  log(LoggingSeverity.Info, "sign-in", `signed in with the scopes ${session.scopes}; ${place}`);
  return session;
}

function accountsOf({ store, application }: SignInContext): AccountIndex {
  return new AccountIndex(store, application);
}

/** A failure affects only the list. */
async function updateAccounts(context: SignInContext, change: "add" | "remove"): Promise<void> {
  const { player, log } = context;
  if (player === undefined) return;
  const accounts = accountsOf(context);
  await accounts[change](player).catch((error: unknown) => {
    const state = change === "add" ? "not listed" : "still listed";
    log(LoggingSeverity.Warning, "sign-in", `the account is ${state}: ${textOfError(error)}`);
  });
}

/** An account that is signed in on this machine. */
export interface StoredAccount {
  /** The name that was passed to `signIn`; `undefined` for the unnamed account. */
  readonly account: string | undefined;
  /** The player as last fetched from the service; `undefined` if the scopes do not allow that. */
  readonly player: CurrentUser | undefined;
}

export async function listAccounts(
  contextOf: (player: string | undefined) => SignInContext,
  signal: AbortSignal | undefined,
): Promise<StoredAccount[]> {
  const names = await orAborted(accountsOf(contextOf(undefined)).list(), operation, signal);
  const found: StoredAccount[] = [];
  for (const account of [undefined, ...names]) {
    const context = contextOf(account);
    const tokens = await readKept(context, signal);
    if (tokens)
      found.push({ account, player: tokens.player && new CurrentUser(tokens.player, context.images) });
    else await updateAccounts(context, "remove");
  }
  return found;
}

/** Does not check tokens and scopes. */
export async function restoreSession(
  context: SignInContext,
  application: Pick<CheckedAuthorization, "applicationId">,
  signal: AbortSignal | undefined,
): Promise<Session | undefined> {
  const tokens = await readKept(context, signal);
  return tokens && openSession(context, application, tokens);
}

async function readKept(
  { store, account, log }: SignInContext,
  signal: AbortSignal | undefined,
): Promise<TokenSet | undefined> {
  const record = await orAborted(store.get(account), operation, signal);
  const tokens = record === undefined ? undefined : parseRecord(record);
  log(
    LoggingSeverity.Info,
    "sign-in",
    `the store "${store.name}" has ${describeKept(record, tokens)}${tokens ? "" : `; looked for: ${account}`}`,
  );
  return tokens;
}

function describeKept(record: string | undefined, tokens: TokenSet | undefined): string {
  if (record === undefined) return "no session";
  if (!tokens) return "a record that is not a session of this version";
  const { expiresAt, refreshToken, scopes } = tokens;
  const isOver = expiresAt !== undefined && expiresAt <= Date.now();
  const renewal = refreshToken === undefined ? "which cannot be renewed" : "which can be renewed";
  return `a session with the scopes ${scopes}; its token ${isOver ? "has expired" : "is valid"}, ${renewal}`;
}

interface Restored {
  readonly restored?: Session | undefined;
  readonly storeError?: ClientError;
}

/** @throws ClientError without a keychain, or if the store works but the tokens could not be renewed. */
async function restore(
  context: SignInContext,
  authorization: CheckedAuthorization,
  { signal, guest }: Pick<SignInRequest, "signal" | "guest">,
): Promise<Restored> {
  let tokens: TokenSet | undefined;
  try {
    await orAborted(context.store.probe(), operation, signal);
    // A guest is merged into the account that the player selects now.
    tokens = guest ? undefined : await readKept(context, signal);
  } catch (error) {
    stopIfAborted(operation, signal);
    const storeError = toClientError(error);
    if (absent.has(storeError.code)) throw storeError;
    return { storeError };
  }
  if (!tokens || !covers(tokens.requestedScopes, authorization.scopes)) return {};
  return renew(context, openSession(context, authorization, tokens), signal);
}

async function renew(
  context: SignInContext,
  restored: Session,
  signal: AbortSignal | undefined,
): Promise<Restored> {
  const { store, log } = context;
  try {
    await restored.accessToken({ signal });
  } catch (error) {
    stopIfAborted(operation, signal);
    const failure = toClientError(error);
    if (isStoreFailure(failure)) return { storeError: failure };
    if (failure.code !== "session_ended") throw failure;
    log(LoggingSeverity.Info, "sign-in", "the stored session has ended; the player is asked again");
    return {};
  }
  log(LoggingSeverity.Info, "sign-in", `restored from the store "${store.name}"`);
  // An earlier run may have failed to list it.
  await orAborted(updateAccounts(context, "add"), operation, signal);
  return { restored };
}

function isStoreFailure({ type, code }: ClientError): boolean {
  return type === ErrorType.Disabled || code === "session_busy";
}

function covers(kept: string, requested: string): boolean {
  const scopes = new Set(kept.split(" "));
  return requested.split(" ").every((scope) => scopes.has(scope));
}

function openSession(
  context: SignInContext,
  { applicationId }: Pick<CheckedAuthorization, "applicationId">,
  tokens: TokenSet,
): Session {
  const { open } = context;
  return new Session(tokens, {
    ...context,
    signedOut: async (session, isDeleted) => {
      context.release(session);
      if (isDeleted) await updateAccounts(context, "remove");
    },
    refresh: async (old, closing) => {
      const { backend } = await open();
      closing.throwIfAborted();
      return backend.refreshToken({ applicationId, ...old, signal: undefined });
    },
    revoke: async (token, signal) => (await open()).backend.revokeToken({ applicationId, token }, signal),
    fetchUser: async (token, signal) => (await open()).backend.fetchCurrentUser(token, signal),
  });
}

interface PlayerTokens extends Pick<AfterReturn, "reused"> {
  readonly tokens: TokenResult;
}

async function askForTokens(
  { open, log }: SignInContext,
  authorization: CheckedAuthorization,
  { redirect, consent, onPrompt, ...options }: SignInRequest,
): Promise<PlayerTokens> {
  const { backend, canShowBrowser } = await open();
  const methods = chooseRedirect(redirect, authorization, canShowBrowser);
  const onDevice = async (earlier?: ClientError) => {
    try {
      return await askOnDevice(backend, authorization, onPrompt, options);
    } catch (error) {
      throw isClientError(error) ? withEarlierFailure(error, earlier) : error;
    }
  };
  if (redirect === "device") return onDevice();
  const hasDevice = onPrompt !== undefined && consent !== "desktop-client" && methods.includes("device");
  const isWithoutBrowser = hasDevice && methods[0] === "device";
  if (isWithoutBrowser && consent !== "auto") return onDevice();
  const here = isWithoutBrowser ? "desktop-client" : consent;
  try {
    const asking = { ...options, redirect, methods, consent: here };
    return await askHere(backend, authorization, asking, options.guest);
  } catch (error) {
    if (!hasDevice || !mayTryAnother(error)) throw error;
    const reason = here === "desktop-client" ? "no browser can be shown here" : "no redirect works here";
    log(LoggingSeverity.Warning, "sign-in", `${reason}: the player signs in on another device`);
    return onDevice(error);
  }
}

async function askOnDevice(
  backend: Backend,
  { applicationId, scopes }: CheckedAuthorization,
  onPrompt: AskPlayerOptions["onPrompt"],
  { signal, timeoutMs, guest }: Pick<SignInRequest, "signal" | "timeoutMs" | "guest">,
): Promise<PlayerTokens> {
  if (onPrompt) {
    const asking = "Signing in on another device";
    let trouble: ClientError | undefined;
    const expired = (name: string, ms: number) => playerTimeout(name, ms, deviceTimeoutHint(trouble));
    using deadline = startDeadline(asking, timeoutMs, [signal], expired);
    const onTrouble = (error: ClientError | undefined) => void (trouble = error);
    const request = { applicationId, scopes, onPrompt, external: guest, onTrouble };
    const tokens = backend.getTokenFromDevice(request, deadline.signal);
    return { tokens: await orAborted(tokens, asking, deadline.signal) };
  }
  throw validationError(
    "missing_prompt",
    "onPrompt is missing, so the device flow cannot show its code to the player.",
    "Pass onPrompt, which shows the QR code, the address and the code.",
  );
}

function deviceTimeoutHint(trouble: ClientError | undefined): string {
  const cause = trouble?.message ?? "The player did not use the code on the other device.";
  return `${cause.replace(/\.?$/, ".")} Offer to start again with a new code.`;
}

async function askHere(
  backend: Backend,
  authorization: CheckedAuthorization,
  options: AuthorizeRequest,
  guest: ExternalAuth | undefined,
): Promise<PlayerTokens> {
  const { result, reused, tell } = await backend.authorize(authorization, options);
  const { code, redirectUri, codeVerifier } = result;
  const { applicationId, scopes } = authorization;
  const exchange = {
    applicationId,
    code,
    redirectUri,
    codeVerifier: codeVerifier?.Verifier() ?? "",
    scopes,
    expected: authorization,
    external: guest,
  };
  return { tokens: await tellingPage(backend.getToken(exchange, options.signal), tell), reused };
}
