import { fields } from "../core/check/fields.ts";
import {
  callable,
  flag,
  listOf,
  milliseconds,
  object,
  optional,
  type Reader,
  textLike,
  textOf,
  textWithoutNul,
} from "../core/check/readers.ts";
import type { ClientError, ClientOptions, GuestIdentity, SignInOptions, SnowflakeInput } from "../index.ts";

/** The options for every sign-in, which the game sets once. @experimental */
export type SignInDefaults = Pick<
  SignInOptions,
  "scopes" | "customSchemeParam" | "integrationType" | "consent" | "redirect" | "preflight" | "timeoutMs"
>;

const signInNames: Readonly<Record<keyof SignInDefaults, true>> = {
  scopes: true,
  customSchemeParam: true,
  integrationType: true,
  consent: true,
  redirect: true,
  preflight: true,
  timeoutMs: true,
};

/** The options that are specific to `setUpSlashpass`. @experimental */
export interface ElectronOptions {
  /**
   * Returns a guest's identity with a fresh credential, such as a Steam ticket, for players without a Discord account. Called for
   * each guest token, and when a guest signs in with Discord, which merges the accounts.
   */
  readonly guest?: (() => GuestIdentity | Promise<GuestIdentity>) | undefined;
  /** The account to restore at startup. Default: the unnamed account. */
  readonly account?: string | undefined;
  /**
   * The origins of the game's pages, for example `app://game`. The app's files are always accepted. In development, pages from
   * this machine (`http://localhost:5173`) are accepted too. Pages from other origins receive neither the state nor replies.
   */
  readonly origins?: readonly string[] | undefined;
  /** The language for problem texts (BCP 47). Default: Electron's `app.getLocale()`. */
  readonly language?: string | undefined;
  /**
   * The absolute path to this package's `preload-script.cjs`, if a bundler has moved it. If `false`, no preload script is
   * registered; call `exposeSlashpass()` in your own preload script.
   */
  readonly preload?: string | false | undefined;
  /** Whether a second instance of the game passes its redirect to the first and exits. Default true. */
  readonly singleInstance?: boolean | undefined;
  /** How long to wait for pending writes when the app quits, in milliseconds. Default 3000. Error: `invalid_timeout`. */
  readonly quitTimeoutMs?: number | undefined;
  /**
   * Called with each error, for the game's log. The state contains only a code and a text for players. Default: emits process
   * warnings.
   */
  readonly onError?: ((error: ClientError) => void) | undefined;
}

/** Options for `setUpSlashpass`: the options of `Client` and `signIn`, and options specific to Electron. @experimental */
export interface SlashpassOptions
  extends Omit<ClientOptions, "applicationId">, SignInDefaults, ElectronOptions {
  /** The application id from the developer portal. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
}

export const readAccountName: Reader<string> = textWithoutNul({ most: 200 });

const readOrigin = textLike(/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/, "an origin, for example app://game");

const table = {
  guest: optional(callable<NonNullable<ElectronOptions["guest"]>>()),
  account: optional(readAccountName),
  origins: optional(listOf(readOrigin)),
  language: optional(textOf()),
  preload: (value: unknown, name: string) => (value === false ? value : optional(textOf())(value, name)),
  singleInstance: optional(flag),
  quitTimeoutMs: optional(milliseconds()),
  onError: optional(callable<NonNullable<ElectronOptions["onError"]>>()),
};

const readElectronOptions = fields<ElectronOptions>(table);

const isOwn = (name: string): boolean => Object.hasOwn(table, name);
const isSignIn = (name: string): boolean => Object.hasOwn(signInNames, name);

/** The options, grouped by the function that reads them. `client` can contain unknown options, which `Client` rejects. */
export interface SplitOptions {
  readonly client: ClientOptions;
  readonly signIn: SignInDefaults;
  readonly own: ElectronOptions;
}

export function splitOptions(options: SlashpassOptions): SplitOptions {
  const entries = Object.entries(object<SlashpassOptions>()(options, "options"));
  const pick = (isOne: (name: string) => boolean) =>
    Object.fromEntries(entries.filter(([name]) => isOne(name)));
  return {
    own: readElectronOptions(pick(isOwn), "options"),
    signIn: pick(isSignIn) as unknown as SignInDefaults,
    client: pick((name) => !isOwn(name) && !isSignIn(name)),
  };
}
