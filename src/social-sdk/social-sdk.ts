import { isAbsolute } from "node:path";
import { fields } from "../core/check/fields.ts";
import { optional, type Reader, readerOf } from "../core/check/readers.ts";
import { validationError } from "../core/errors.ts";
import { inspectAs } from "../core/printing.ts";
import { loadOtherAddon } from "../native/load.ts";
import type { PresenceTransport } from "../presence/transport.ts";
import type { Attempt } from "../sign-in/authorization-endpoint.ts";
import type { Asking, Granted } from "../sign-in/consent.ts";
import type { Backend } from "../tokens/backend.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { authorize, SocialSdkBackend, type SocialSdkBackendContext } from "./backend.ts";
import type { SocialSdkAddon } from "./binding.ts";
import { SocialSdkConnection } from "./connection.ts";
import { LibraryClient, type LibraryContext } from "./library-client.ts";
import { loadLibrary } from "./library-file.ts";
import { socialSdkPresence } from "./presence.ts";

/** Options for `socialSdk`. @experimental */
export interface SocialSdkOptions {
  /**
   * The absolute path of `discord_partner_sdk.dll`, `libdiscord_partner_sdk.so` or `libdiscord_partner_sdk.dylib`, or of the SDK's
   * unpacked archive. Default: the value of `SLASHPASS_SOCIAL_SDK`, or else the current executable's directory.
   */
  readonly path?: string | undefined;
}

export const readPath: Reader<string> = readerOf(
  "an absolute path",
  (value) => typeof value === "string" && isAbsolute(value) && !value.includes("\0"),
  { code: "invalid_path", hint: "Build it from your program's folder: join(import.meta.dirname, …)." },
);

const readOptions = fields<SocialSdkOptions>({ path: optional(readPath) });

/** The options that the library would ignore, and what it does instead. */
export const rejectedOptions: Readonly<Record<string, string>> = {
  fetch: "sends its own requests",
  openBrowser: "opens its own page",
  loopback: "chooses its own port",
  page: "shows its own page",
  preflight: "has no page to check",
  onAuthorizeUrl: "does not return the URL",
  onIgnoredRedirect: "does not report redirects",
  onManualRedirect: "does not accept one",
  consent: "makes this choice itself",
  onConsent: "does not report it",
  redirect: 'chooses the redirect itself, except for "device"',
};

/** The parts of a client that the library uses. @internal */
export interface SocialSdkContext
  extends
    Omit<SocialSdkBackendContext, "library">,
    Omit<LibraryContext, "addon" | "symbols" | "applicationId"> {
  readonly application: () => Snowflake;
}

/** @internal */
export interface OpenSocialSdk {
  readonly backend: Backend;
  readonly connection: SocialSdkConnection;
  readonly presence: PresenceTransport;
  /** Runs the authorization in the library, which chooses where to prompt the player. */
  readonly ask: (attempt: Attempt, asking: Asking) => Promise<Granted>;
  readonly close: () => void;
}

/** Discord's Social SDK as a backend. Created by `socialSdk`. @experimental */
export class SocialSdk {
  static {
    inspectAs(this.prototype, ({ path }) => ({ path }));
  }
  /** The given path; `undefined` if the library is searched for. */
  readonly path: string | undefined;

  /** @internal */
  constructor(options: SocialSdkOptions) {
    this.path = readOptions(options, "options").path;
  }

  /** @internal @throws ClientError `unsupported_option` (ValidationError). */
  checkOptions(options: object): void {
    const isUsed = ([option, value]: [string, unknown]) =>
      value !== undefined &&
      Object.hasOwn(rejectedOptions, option) &&
      !(option === "redirect" && value === "device");
    const [refused] = Object.entries(options).find(isUsed) ?? [];
    if (refused === undefined) return;
    throw validationError(
      "unsupported_option",
      `options.${refused} cannot be used with the Social SDK: the library ${rejectedOptions[refused]}.`,
      `Omit ${refused}, or omit the backend option.`,
    );
  }

  /** @internal Loads the library when the first operation needs it. */
  open(context: SocialSdkContext): OpenSocialSdk {
    let opened: LibraryClient | undefined;
    const library = () => (opened ??= this.#load(context));
    const connection = new SocialSdkConnection(library);
    return {
      backend: new SocialSdkBackend({ ...context, library }),
      connection,
      presence: socialSdkPresence(connection, library),
      ask: (attempt, asking) => authorize(library(), context.secrets, attempt, asking),
      close: () => {
        connection.close();
        opened?.close();
      },
    };
  }

  #load(context: SocialSdkContext): LibraryClient {
    const addon = loadSocialSdkAddon();
    const { symbols } = loadLibrary(addon, this.path);
    return new LibraryClient({ ...context, addon, symbols, applicationId: context.application() });
  }
}

let loaded: SocialSdkAddon | undefined;

/** @throws ClientError `addon_unavailable` (Disabled). */
export function loadSocialSdkAddon(): SocialSdkAddon {
  if (loaded) return loaded;
  const addon = loadOtherAddon("slashpass_social_sdk.node") as SocialSdkAddon;
  // The library's thread must end before `process.exit` destroys the library's data.
  process.once("exit", () => addon.shutDown());
  return (loaded = addon);
}
