import {
  type ClientError,
  ErrorType,
  isClientError,
  validationError,
  withEarlierFailure,
} from "../core/errors.ts";
import { textOfError } from "../core/check/callback.ts";
import { orAborted, stopIfAborted } from "../core/request/abort.ts";
import { playerTimeout, startDeadline } from "../core/request/deadline.ts";
import { parseForeignJson } from "../core/request/response.ts";
import { LoggingSeverity } from "../log/logger.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { Backend } from "../tokens/backend.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";
import { CurrentUser } from "../tokens/player.ts";
import { Session, type SessionContext } from "../tokens/session.ts";
import { toClientError } from "../tokens/session-tokens.ts";
import { type TokenResult, parseRecord, type TokenSet, tokenSetOf } from "../tokens/token-set.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import type { Authorized } from "./authorize.ts";
import type { AfterReturn, AuthorizeRequest } from "./consent.ts";
import { type AskPlayerOptions, mayTryAnother, type RedirectMethod } from "./options.ts";

export interface SignInRequest extends AskPlayerOptions {
  /** The guest account to merge; see `SignInOptions.guest`. */
  readonly guest?: ExternalAuth | undefined;
}

export interface OpenService {
  readonly backend: Backend;
  authorize(authorization: CheckedAuthorization, request: AuthorizeRequest): Promise<Authorized>;
  chooseRedirect(
    redirect: RedirectMethod | "auto" | undefined,
    authorization: CheckedAuthorization,
  ): readonly RedirectMethod[];
}

export interface SignInContext extends Omit<SessionContext, "open" | "signedOut"> {
  readonly open: () => Promise<OpenService>;
  /** `undefined` for the unnamed account. */
  readonly player: string | undefined;
  readonly application: string;
  readonly release: (session: Session) => void;
}

const operation = "The authorization";

/** If there is no keychain, the player is not prompted, because the tokens could not be stored. */
const absent: ReadonlySet<string> = new Set(["keychain_absent", "keychain_binding_missing"]);

/**
 * Signs the player in. If the store exists but cannot be read, the session is kept in memory, and {@link Session.storeError}
 * contains the reason.
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
  const session = openSession(context, tokenSetOf(tokens, authorization.scopes, Date.now()));
  if (!reused?.aborted) {
    await orAborted(session.fetchPlayer(options.signal), operation, options.signal);
    await orAborted(session.keep(storeError), operation, options.signal);
  }
  await orAborted(session.endIfReused(reused), operation, options.signal);
  if (!session.storeError) await orAborted(updateAccounts(context, "add"), operation, options.signal);
  const location = session.storeError
    ? "tokens are in memory only"
    : `tokens stored in the store "${store.name}"`;
  log(LoggingSeverity.Info, "sign-in", `signed in with the scopes ${session.scopes}; ${location}`);
  return session;
}

/** If this fails, only the account list is affected. */
async function updateAccounts(context: SignInContext, change: "add" | "remove"): Promise<void> {
  const { player, log } = context;
  if (player === undefined) return;
  const accounts = new AccountIndex(context.store, context.application);
  await accounts[change](player).catch((error: unknown) => {
    const state = change === "add" ? "not listed" : "still listed";
    log(LoggingSeverity.Warning, "sign-in", `the account is ${state}: ${textOfError(error)}`);
  });
}

/** An account that is signed in on this machine. @stable */
export interface StoredAccount {
  /** The name passed to `signIn`; `undefined` for the unnamed account. */
  readonly account: string | undefined;
  /** The player as last fetched from the service; `undefined` if the scopes do not allow fetching it. */
  readonly player: CurrentUser | undefined;
}

export async function listAccounts(
  contextOf: (player: string | undefined) => SignInContext,
  signal: AbortSignal | undefined,
): Promise<StoredAccount[]> {
  const { store, application } = contextOf(undefined);
  const names = await orAborted(new AccountIndex(store, application).list(), operation, signal);
  const found: StoredAccount[] = [];
  for (const account of [undefined, ...names]) {
    const context = contextOf(account);
    const tokens = await readStored(context, signal);
    if (tokens)
      found.push({ account, player: tokens.player && new CurrentUser(tokens.player, context.images) });
    else await updateAccounts(context, "remove");
  }
  return found;
}

/** Does not check the tokens or scopes. */
export async function restoreSession(
  context: SignInContext,
  signal: AbortSignal | undefined,
): Promise<Session | undefined> {
  const tokens = await readStored(context, signal);
  return tokens && openSession(context, tokens);
}

async function readStored(
  { store, account, log }: SignInContext,
  signal: AbortSignal | undefined,
): Promise<TokenSet | undefined> {
  const record = await orAborted(store.get(account), operation, signal);
  const tokens = record === undefined ? undefined : parseRecord(record);
  log(
    LoggingSeverity.Info,
    "sign-in",
    `the store "${store.name}" has ${describeRecord(record, tokens)}${tokens ? "" : `; looked for: ${account}`}`,
  );
  return tokens;
}

function describeRecord(record: string | undefined, tokens: TokenSet | undefined): string {
  if (record === undefined) return "no session";
  if (!tokens) return "an incompatible record";
  const { expiresAt, refreshToken, scopes } = tokens;
  const hasExpired = expiresAt !== undefined && expiresAt <= Date.now();
  const renewal = refreshToken === undefined ? "and cannot be renewed" : "and can be renewed";
  return `a session with the scopes ${scopes}; its token ${hasExpired ? "has expired" : "is valid"} ${renewal}`;
}

interface Restored {
  readonly restored?: Session | undefined;
  readonly storeError?: ClientError;
}

async function restore(
  context: SignInContext,
  authorization: CheckedAuthorization,
  { signal, guest }: Pick<SignInRequest, "signal" | "guest">,
): Promise<Restored> {
  let tokens: TokenSet | undefined;
  try {
    await orAborted(context.store.probe(), operation, signal);
    // A guest is merged into whichever account the player selects now.
    tokens = guest ? undefined : await readStored(context, signal);
  } catch (error) {
    stopIfAborted(operation, signal);
    const storeError = toClientError(error);
    if (absent.has(storeError.code)) throw storeError;
    return { storeError };
  }
  if (!tokens || !covers(tokens.requestedScopes, authorization.scopes)) return {};
  return renew(context, openSession(context, tokens), signal);
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
    log(LoggingSeverity.Info, "sign-in", "the stored session has ended; the player must sign in again");
    return {};
  }
  log(LoggingSeverity.Info, "sign-in", `restored from the store "${store.name}"`);
  // An earlier run may have failed to add the account to the list.
  await orAborted(updateAccounts(context, "add"), operation, signal);
  return { restored };
}

function isStoreFailure({ type, code }: ClientError): boolean {
  return type === ErrorType.Disabled || code === "session_busy";
}

function covers(granted: string, requested: string): boolean {
  const scopes = new Set(granted.split(" "));
  return requested.split(" ").every((scope) => scopes.has(scope));
}

function openSession(context: SignInContext, tokens: TokenSet): Session {
  return new Session(tokens, {
    ...context,
    signedOut: async (session, isDeleted) => {
      context.release(session);
      if (isDeleted) await updateAccounts(context, "remove");
    },
  });
}

interface PlayerTokens extends Pick<AfterReturn, "reused"> {
  readonly tokens: TokenResult;
}

async function askForTokens(
  { open, log }: SignInContext,
  authorization: CheckedAuthorization,
  { redirect, consent, onPrompt, guest, ...options }: SignInRequest,
): Promise<PlayerTokens> {
  const service = await open();
  const methods = service.chooseRedirect(redirect, authorization);
  const onDevice = async (earlier?: ClientError) => {
    try {
      return await askOnDevice(service.backend, authorization, { ...options, onPrompt, guest });
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
    return await askHere(service, authorization, { ...options, methods, consent: here }, guest);
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
  { onPrompt, signal, timeoutMs, guest }: Pick<SignInRequest, "onPrompt" | "signal" | "timeoutMs" | "guest">,
): Promise<PlayerTokens> {
  if (onPrompt) {
    const name = "Signing in on another device";
    let failure: ClientError | undefined;
    const expired = (_name: string, ms: number) => playerTimeout(name, ms, deviceTimeoutHint(failure));
    using deadline = startDeadline(name, timeoutMs, [signal], expired);
    const onPoll = (error: ClientError | undefined) => void (failure = error);
    const request = { applicationId, scopes, onPrompt, external: guest, onPoll };
    const tokens = backend.getTokenFromDevice(request, deadline.signal);
    return { tokens: await orAborted(tokens, name, deadline.signal) };
  }
  throw validationError(
    "missing_prompt",
    "onPrompt is missing, so the device flow cannot show its code to the player.",
    "Pass onPrompt and show the player its QR code, address and code.",
  );
}

function deviceTimeoutHint(failure: ClientError | undefined): string {
  const cause = failure?.message ?? "The player did not use the code on the other device.";
  return `${cause.replace(/\.?$/, ".")} Offer to start again with a new code.`;
}

async function askHere(
  service: OpenService,
  authorization: CheckedAuthorization,
  request: AuthorizeRequest,
  guest: ExternalAuth | undefined,
): Promise<PlayerTokens> {
  const { result, reused, report } = await service.authorize(authorization, request);
  const { code, redirectUri, codeVerifier } = result;
  const { applicationId, scopes, nonce } = authorization;
  const exchange = {
    applicationId,
    code,
    redirectUri,
    codeVerifier: codeVerifier?.Verifier() ?? "",
    scopes,
    expected: { nonce },
    external: guest,
  };
  const tokens = service.backend.getToken(exchange, request.signal);
  report?.(tokens);
  return { tokens: await tokens, reused };
}

/** A process that hangs while holding the lock must not delay a sign-in for long. */
const lockTimeoutMs = 10_000;

/**
 * The list of accounts, kept in its own record because a store cannot list its records. Omits the unnamed account and may include
 * deleted accounts.
 */
export class AccountIndex {
  readonly #store: TokenStore;
  readonly #record: string;

  constructor(store: TokenStore, application: string) {
    this.#store = store;
    // Cannot collide with an account's record, in which a slash precedes the name.
    this.#record = `${application} accounts`;
  }

  async list(): Promise<readonly string[]> {
    const record = await this.#store.get(this.#record);
    return record === undefined ? [] : parseNames(record);
  }

  async add(account: string): Promise<void> {
    if ((await this.list()).includes(account)) return;
    await this.#change((names) => [...names, account]);
  }

  async remove(account: string): Promise<void> {
    if (!(await this.list()).includes(account)) return;
    await this.#change((names) => names.filter((name) => name !== account));
  }

  #change(change: (names: readonly string[]) => readonly string[]): Promise<void> {
    return this.#store.exclusively(
      this.#record,
      async () => {
        const names = change(await this.list());
        if (names.length === 0) await this.#store.delete(this.#record);
        else await this.#store.set(this.#record, JSON.stringify([...new Set(names)]));
      },
      AbortSignal.timeout(lockTimeoutMs),
    );
  }
}

/** An unreadable list counts as empty. The next sign-in rewrites it. */
function parseNames(record: string): readonly string[] {
  try {
    const names = parseForeignJson(record);
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
