import type { ServiceOptions } from "../core/request/addresses.ts";
import type { CallOptions } from "../core/request/call-options.ts";
import type { AuthorizationInit } from "../sign-in/arguments.ts";
import type { OpenBrowser } from "../sign-in/browser/open-browser.ts";
import type { BotCredential, ClientCredential } from "../commands/index.ts";
import type { LoopbackOptions } from "../sign-in/redirect/loopback-options.ts";
import type { PageOption } from "../sign-in/page/page-appearance.ts";
import type { AskPlayerOptions } from "../sign-in/sign-in.ts";
import type { SnowflakeInput } from "../wire/snowflake.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { ExchangeCode, RefreshOnServer } from "../tokens/own-server.ts";

/** How a `Client` is set up. */
export interface ClientOptions extends ServiceOptions {
  /** The application id; the same as calling `SetApplicationId`. */
  readonly applicationId?: SnowflakeInput | undefined;
  /** Base of the web pages, and the issuer of tokens. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
  /** Where `signIn` keeps tokens. Default: the system's keychain. */
  readonly store?: TokenStore | undefined;
  /** Starts the player's browser. Default: the system's own. */
  readonly openBrowser?: OpenBrowser | undefined;
  /** Where the loopback redirect listens. Default: any free port of 127.0.0.1. */
  readonly loopback?: LoopbackOptions | undefined;
  /** The page that the player sees on coming back over the loopback redirect. Default: a plain one in 36 languages. */
  readonly page?: PageOption | undefined;
  /**
   * The absolute path of `slashpass.node`, where it lies in none of the usual places: those are `prebuilds` in the
   * package, and `prebuilds/<system>/slashpass.node` or `slashpass.node` beside the bundle or the running program.
   * `redirect-opener` lies in the same folder. A program (each thread of it) loads the addon once, when it is first
   * needed: a path counts for whatever comes after it, wherever it was given.
   */
  readonly addonPath?: string | undefined;
  /**
   * The application's own credential, with which `Client.commands` registers commands as well, and `Client.api` does what
   * only the application may. It is a secret of the application: for the developer's own builds and servers, never in what players get.
   */
  readonly applicationCredential?: BotCredential | ClientCredential | undefined;
  /**
   * For confidential applications: sends the code, the verifier and the redirect URI to your own server, which has the client
   * secret. Used wherever a code is exchanged.
   */
  readonly exchangeCode?: ExchangeCode | undefined;
  /** For confidential applications: lets your own server refresh. Used wherever a token is refreshed. */
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** How a code is exchanged. */
export interface GetTokenOptions extends CallOptions {
  /**
   * The nonce of the authorization request, which the ID token has to hold. Default: the one of the attempt that brought
   * the code, if this client made it and still knows it; else the nonce is not checked.
   */
  readonly nonce?: string | undefined;
}

/** Which session `Client.restoreSession` is asked for. */
export interface RestoreOptions extends CallOptions {
  /** The one of {@link SignInOptions.account}. */
  readonly account?: string | undefined;
}

/** What `Client.signIn` is asked for. */
export interface SignInOptions extends Omit<AuthorizationInit, "codeChallenge">, AskPlayerOptions {
  /** Tells several players on one machine apart; any text. */
  readonly account?: string | undefined;
}
