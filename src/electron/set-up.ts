import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callbackFailed, safeCallback } from "../core/check/callback.ts";
import { callable, optional, parseSnowflake, withMethods } from "../core/check/readers.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { isSecureUrl } from "../core/request/addresses.ts";
import { AuthorizationArgs, Client, type OpenBrowser, type Session, type TokenStore } from "../index.ts";
import { checkAuthorization } from "../sign-in/arguments.ts";
import { AccountState } from "./account.ts";
import { closeOnQuit, deliverRedirects } from "./app-events.ts";
import { Avatars } from "./avatars.ts";
import type { StateMessage } from "./bridge.ts";
import type { Electron } from "./electron-api.ts";
import { identifyGuest } from "./guest.ts";
import { Handlers, type TokenHandler } from "./handlers.ts";
import { answerPages, broadcastState, readChoice, readHandlerName } from "./ipc.ts";
import { readAccountName, type SignInDefaults, type SlashpassOptions, splitOptions } from "./options.ts";
import { Problems, unexpected } from "./problems.ts";
import { Senders } from "./senders.ts";
import type { SlashpassActions, SlashpassState } from "./state.ts";
import { openSafeStorage, statusOf, trackWrites } from "./token-store.ts";

/** The game's account, in the main process. Pages use `slashpass/electron/renderer`. @experimental */
export interface SlashpassAccount extends SlashpassActions {
  /** The client, for other operations such as `client.api`. A sign-in from a page can replace the client's session. */
  readonly client: Client;
  /** The current player's session; `undefined` for a guest or if no player is signed in. */
  readonly session: Session | undefined;
  readonly state: SlashpassState;
  /**
   * Registers a function that pages call with `slashpass.invoke(name, …)`. It receives the player's access token, which stays in
   * the main process, and the page's arguments, which it has to check. Its result must be plain data. If it throws a ClientError
   * with status 401, it is called again with a new token.
   *
   * @returns A function that removes the handler.
   * @throws ClientError (ValidationError) `invalid_argument`, or `duplicate` if the name has a handler.
   */
  handle(name: string, handler: TokenHandler): () => void;
}

const defaultQuitTimeoutMs = 3_000;

/**
 * @internal
 *
 * @param argv - The command line of the main process.
 */
export function createAccount(
  electron: Electron,
  options: SlashpassOptions,
  argv: readonly string[],
): SlashpassAccount {
  const { app } = electron;
  const { client: clientOptions, signIn, own } = splitOptions(options);
  const problems = new Problems(() => own.language ?? app.getLocale(), own.onError);
  const userData = () => app.getPath("userData");
  const store = readStore(clientOptions.store ?? openSafeStorage(electron, userData), "options.store");
  const writes = trackWrites(store);
  const openBrowser = openExternally(electron);
  const client = new Client({ openBrowser, ...clientOptions, store: writes.store });
  const scheme = schemeOf(options.applicationId, signIn);
  const account = new AccountState(
    {
      client,
      signIn,
      identify: identifyGuest(own.guest),
      avatars: new Avatars(clientOptions.fetch ?? fetch, () => join(userData(), "slashpass-avatars")),
      problems,
      storeStatus: () => statusOf(store),
    },
    own.account,
  );
  const handlers = new Handlers();
  const shared = publicAccount({ account, client, handlers, problems });
  // The first instance receives the URL that this process was started to open.
  if (own.singleInstance !== false && !app.requestSingleInstanceLock()) {
    app.exit(0);
    return shared;
  }
  let isLate = false;
  deliverRedirects({ app, scheme, argv, onLate: () => (isLate = true) });
  const senders = new Senders(electron, own.origins);
  answerPages({ electron, account, handlers, senders, problems });
  broadcastState(account, senders);
  const close = async () => {
    await account.close();
    await writes.settled();
  };
  closeOnQuit(app, close, own.quitTimeoutMs ?? defaultQuitTimeoutMs);
  const start = async () => {
    if (own.preload !== false) registerPreload(electron, own.preload, problems);
    // A sign-in that the game has already started takes precedence.
    if (account.message.state.status === "restoring") await account.restore(own.account);
    if (isLate && account.message.state.status === "signed-out") await account.show("invalid_callback");
  };
  // Windows that the game creates right after this call need the preload script.
  if (app.isReady()) void start();
  else void app.whenReady().then(start);
  return shared;
}

interface PublicParts {
  readonly account: AccountState;
  readonly client: Client;
  readonly handlers: Handlers;
  readonly problems: Problems;
}

async function stateAfter(operation: Promise<StateMessage>): Promise<SlashpassState> {
  return (await operation).state;
}

function publicAccount({ account, client, handlers, problems }: PublicParts): SlashpassAccount {
  return {
    client,
    get session() {
      return account.session;
    },
    get state() {
      return account.message.state;
    },
    subscribe(listener) {
      const name = "The subscribe listener";
      const report = () => problems.report(callbackFailed(name));
      const safe = safeCallback(name, callable<typeof listener>()(listener, "listener"), report);
      safe(account.message.state);
      return account.observe(({ state }) => safe(state));
    },
    signIn: async (choice) => stateAfter(account.signIn(readChoice(choice, "choice"))),
    cancel: () => stateAfter(account.cancel()),
    signOut: () => stateAfter(account.signOut()),
    listAccounts: () => account.listAccounts(),
    switchAccount: async (name) => stateAfter(account.restore(optional(readAccountName)(name, "account"))),
    handle: (name, handler) =>
      handlers.add(readHandlerName(name, "name"), callable<TokenHandler>()(handler, "handler")),
  };
}

const readStore = withMethods<TokenStore>(["probe", "get", "set", "delete", "exclusively"]);

/** Returns the redirects' scheme. Checks the options of `signIn` before the first sign-in. */
function schemeOf(
  applicationId: unknown,
  { scopes, customSchemeParam, integrationType }: SignInDefaults,
): string {
  const args = AuthorizationArgs.from({ scopes, customSchemeParam, integrationType });
  const { scheme } = checkAuthorization(args, () => parseSnowflake(applicationId, "options.applicationId"));
  return scheme.scheme;
}

/** @internal Opens only this library's links: Discord's page, or a page on this machine that redirects to it. */
export function openExternally({ shell }: Electron): OpenBrowser {
  return async (url) => {
    if (!isSecureUrl(new URL(url))) throw unexpected("Opening the browser");
    await shell.openExternal(url);
  };
}

function registerPreload(electron: Electron, given: string | undefined, problems: Problems): void {
  try {
    const filePath = given ?? fileURLToPath(new URL("./preload-script.cjs", import.meta.url));
    if (!existsSync(filePath)) throw preloadFailed(`${filePath} does not exist`);
    electron.session.defaultSession.registerPreloadScript({ type: "frame", id: "slashpass", filePath });
  } catch (error) {
    problems.report(
      isClientError(error) ? error : preloadFailed("Electron rejected it, or a bundler moved the package"),
    );
  }
}

function preloadFailed(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "part_missing",
    message: `The preload script could not be registered: ${reason}. Pages cannot use slashpass.`,
    hint: "Use Electron 35 or later and mark slashpass as external in the bundler. Or set preload: false, and call exposeSlashpass() from slashpass/electron/preload in your own preload script.",
  });
}
