import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import type { CallOptions } from "../core/request/transport.ts";
import { LoggingSeverity } from "../log/logger.ts";
import { splitArguments } from "../sign-in/arguments.ts";
import type * as signIns from "../sign-in/sign-in.ts";
import type { StoredAccount } from "../sign-in/sign-in.ts";
import { keychainTokenStore } from "../store/own-stores.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { Session, SignOutReport } from "../tokens/session.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ClientContext } from "./context.ts";
import { type AccountOptions, readAccountOptions, readSignInOptions, type SignInOptions } from "./options.ts";
import { ClientTokens } from "./tokens.ts";

/** The {@link Client} operations on stored sessions. */
export class ClientSessions extends ClientTokens {
  readonly #context: ClientContext;
  /** The latest session of each account. The unnamed account's key is "". */
  readonly #sessions = new Map<string, Session>();
  #store: TokenStore | undefined;

  /** @internal */
  constructor(context: ClientContext, store: TokenStore | undefined) {
    super(context);
    this.#context = context;
    this.#store = store;
  }

  /**
   * Signs the player in. Returns the stored session if its tokens are still valid; otherwise authorizes, exchanges the code and
   * stores the tokens.
   *
   * @throws ClientError `sign_in_in_progress` (ClientNotReady) if a sign-in for the same account is pending; `keychain_absent` or
   *   `keychain_binding_missing` (Disabled) before the player is prompted; `missing_prompt` (ValidationError) for the device flow
   *   without `onPrompt`; and every error thrown by {@link Client.Authorize}, {@link Client.GetToken} and {@link
   *   Client.GetTokenFromDevice}.
   *
   * @example
   * ```ts
   * import { Client, isClientError, playerMessage } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * try {
   *   const session = await client.signIn({ scopes: Client.GetDefaultPresenceScopes() });
   *   console.log(`Hello, ${session.player?.name}.`);
   * } catch (error) {
   *   // Show this message to the player. The error's own `message` and `hint` are for developers.
   *   console.log(await playerMessage(error, "en-US"));
   *   if (isClientError(error)) console.error(error.message, error.hint);
   * }
   * ```
   */
  async signIn(options: SignInOptions): Promise<Session> {
    const context = this.#context;
    const [args, { account = "", ...others }] = splitArguments(
      context.guardAll(readSignInOptions(options, "options")),
    );
    const operation = { name: "The sign-in", signal: others.signal, group: "authorization" } as const;
    return this.#oneAtATime(account, others.signal, async () => {
      const session = await context.calls.run(operation, async (signal) => {
        const authorization = context.checkAuthorization(args, others);
        const signInContext = this.#signInContext(authorization.applicationId, account);
        const { signIn } = await loadSignIn(signal);
        return signIn(signInContext, authorization, { ...others, signal });
      });
      this.#use(session, account);
      return session;
    });
  }

  /** Rejects a second sign-in to the same account, for example after a double click, unless the first was aborted. */
  async #oneAtATime<T>(
    account: string,
    signal: AbortSignal | undefined,
    signIn: () => Promise<T>,
  ): Promise<T> {
    const { signingIn } = this.#context;
    const first = signingIn.get(account);
    if (first && !first.signal?.aborted) {
      const error = signInInProgress();
      this.#context.reportEnd("The sign-in", error);
      throw error;
    }
    const mine = { signal };
    signingIn.set(account, mine);
    try {
      return await signIn();
    } finally {
      if (signingIn.get(account) === mine) signingIn.delete(account);
    }
  }

  /**
   * Returns the session stored by an earlier {@link Client.signIn}, or `undefined` if there is none. Does not prompt the player
   * or contact the service. An expired or revoked token is detected on first use.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or an error from the store.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * const session = await client.restoreSession();
   * if (session) {
   *   // The name is stored with the tokens, so this works offline.
   *   console.log(`Hello, ${session.player?.name}.`);
   * } else {
   *   console.log("Show the button that calls signIn.");
   * }
   * ```
   */
  async restoreSession(options: AccountOptions = {}): Promise<Session | undefined> {
    const { account, signal: given } = readAccountOptions(options, "options");
    const { calls, token } = this.#context;
    const operation = { name: "Restoring the session", signal: given };
    const session = await calls.run(operation, (signal) => this.#restore(account, signal));
    if (session) this.#use(session, account);
    else token.leaveOther(this.#sessions.get(account ?? ""));
    return session;
  }

  async #restore(account: string | undefined, signal: AbortSignal): Promise<Session | undefined> {
    const signInContext = this.#signInContext(this.#context.application(), account);
    const { restoreSession } = await loadSignIn(signal);
    return restoreSession(signInContext, signal);
  }

  #use(session: Session, account = ""): void {
    this.#sessions.set(account, session);
    this.#context.token.useSession(session);
  }

  /**
   * Lists the accounts that are signed in on this machine, with the stored player names, for games that let players choose among
   * several accounts. The unnamed account comes first, followed by the others in the order of their first sign-in. Does not
   * contact the service.
   *
   * @throws ClientError `missing_application_id` (ValidationError), or an error from the store.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * for (const { account, player } of await client.listAccounts()) console.log(account, player?.name);
   * ```
   */
  async listAccounts(options: CallOptions = {}): Promise<StoredAccount[]> {
    return this.#context.run("Listing the accounts", options, async (signal) => {
      const applicationId = this.#context.application();
      const { listAccounts } = await loadSignIn(signal);
      return listAccounts((account) => this.#signInContext(applicationId, account), signal);
    });
  }

  /**
   * Signs the player out: revokes the tokens at the service and deletes them from the store, even if the service is unreachable.
   * Does nothing if no player is signed in.
   *
   * If `account` is omitted, ends the current session, which is the last one returned by {@link Client.signIn} or {@link
   * Client.restoreSession}. If a later `restoreSession` call for a different account finds no session, there is no current
   * session. Also revokes a token set with {@link Client.UpdateToken}, such as a guest's. To end one specific session, use {@link
   * Session.signOut}.
   *
   * @param options - `account` selects an account, even if its session has not been restored. If `signal` is aborted, the call
   *   stops waiting for the service, which may still accept the tokens. They are deleted locally in any case.
   * @returns The revocation and store errors, if any.
   *
   * @example
   * ```ts
   * import { Client } from "slashpass";
   *
   * const client = new Client({ applicationId: "123456789012345678" });
   * await client.restoreSession();
   * const { revocationError, storeError } = await client.signOut();
   * if (revocationError) console.warn(`The tokens may still be valid: ${revocationError.message}`);
   * if (storeError) console.warn(`The tokens are still stored: ${storeError.message}`);
   * await client.close();
   * ```
   */
  async signOut(options: AccountOptions = {}): Promise<SignOutReport> {
    const { account, signal: given } = readAccountOptions(options, "options");
    const context = this.#context;
    return context.calls.run({ name: "Signing out", signal: given }, async (signal) => {
      const report = await (account === undefined
        ? this.#endCurrent(signal)
        : this.#endAccount(account, signal));
      for (const error of Object.values(report)) context.reportEnd("Signing out", error);
      if (!context.token.isPresent)
        context.log(LoggingSeverity.Info, "client", "the player is now signed out");
      return report;
    });
  }

  async #endCurrent(signal: AbortSignal): Promise<SignOutReport> {
    const { session, token } = this.#context.token.take();
    this.#context.library?.connection.disconnect();
    const ended = (await session?.end(signal)) ?? {};
    return token === undefined ? ended : { ...ended, ...(await this.#revokeGiven(token, signal)) };
  }

  async #endAccount(account: string, signal: AbortSignal): Promise<SignOutReport> {
    try {
      const session = this.#sessions.get(account) ?? (await this.#restore(account, signal));
      return (await session?.end(signal)) ?? {};
    } catch (error) {
      signal.throwIfAborted();
      if (!isClientError(error) || error.type === ErrorType.ValidationError) throw error;
      return { storeError: error };
    }
  }

  /** The cast is safe: the backend throws only {@link ClientError}s. */
  async #revokeGiven(token: string, signal: AbortSignal): Promise<SignOutReport> {
    try {
      const applicationId = this.#context.application();
      const backend = await this.#context.backend(signal);
      await backend.revokeToken({ applicationId, token }, signal);
      return {};
    } catch (error) {
      return { revocationError: error as ClientError };
    }
  }

  #signInContext(applicationId: Snowflake, player: string | undefined): signIns.SignInContext {
    const { service, open, token, secrets, log, calls } = this.#context;
    const application = `${new URL(service.issuer).host}/${applicationId}`;
    const store = (this.#store ??= keychainTokenStore());
    return {
      applicationId,
      open,
      store,
      account: player ? `${application}/${player}` : application,
      player: player || undefined,
      application,
      images: service.isReal ? undefined : service.issuer,
      release: (session) => {
        token.release(session);
        const name = player ?? "";
        if (this.#sessions.get(name) === session) this.#sessions.delete(name);
      },
      secrets,
      log,
      calls,
    };
  }
}

function signInInProgress(): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "sign_in_in_progress",
    message: "A sign-in for this player is already in progress.",
    hint: "Wait for the first call, or cancel it with AbortAuthorize.",
  });
}

const loadSignIns = loadOnce(() => import("../sign-in/sign-in.ts"));

/** Rejects if the operation was aborted while loading, before the store is used. */
async function loadSignIn(signal: AbortSignal): Promise<typeof signIns> {
  const loaded = await loadSignIns();
  signal.throwIfAborted();
  return loaded;
}
