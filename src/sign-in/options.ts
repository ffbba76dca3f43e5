import { fields, type Table } from "../core/check/fields.ts";
import {
  abortSignal,
  callable,
  flag,
  milliseconds,
  oneOf,
  optional,
  type Reader,
  whole,
} from "../core/check/readers.ts";
import { type ClientError, validationError, ErrorType, isClientError } from "../core/errors.ts";
import type { DevicePrompt } from "../tokens/device.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import type { SubmitRedirect } from "./redirect/manual.ts";
import type { IgnoredReason } from "./redirect/receiver.ts";

/** A place where the player can give consent. @experimental */
export type ConsentProvider = "browser" | "desktop-client";

/** The game's choice of {@link ConsentProvider}. @experimental */
export type Consent = ConsentProvider | "auto";

const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];

/** Options for one authorization. @stable */
export interface AuthorizeOptions<Requested extends Consent = "browser"> {
  /** Aborts the authorization at any time with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long the authorization may take, in milliseconds, before it fails with `timeout`. Default: 300000 (5 minutes). Error:
   * `invalid_timeout`.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether to query the authorize page before the browser starts (`prompt=none`). An unknown application or an unregistered
   * redirect URI then fails immediately with `page_refused`. By default, Discord's own page is not queried, because that page
   * makes its decision only in the browser.
   */
  readonly preflight?: boolean | undefined;
  /**
   * Called with the authorize URL before the browser starts, for example to show it to the player. Do not log it, because it
   * contains the state. The browser itself opens a link that redirects to this URL, because other users can read command lines.
   */
  readonly onAuthorizeUrl?: ((url: string) => void) | undefined;
  /** Called with the reason for each redirect that does not belong to this attempt. The attempt continues. */
  readonly onIgnoredRedirect?: ((reason: IgnoredReason) => void) | undefined;
  /**
   * Called with a function to which the game passes the URL that the player copied from the browser. Use this if the browser runs
   * on another machine, where it cannot reach the redirect page.
   */
  readonly onManualRedirect?: ((submit: SubmitRedirect) => void) | undefined;
  /**
   * The redirect method. Default: `auto`, which tries loopback, then a custom scheme. If `CustomSchemeParam` is set, it tries the
   * custom scheme first. Errors: `invalid_redirect`; `invalid_consent` if combined with the desktop client.
   */
  readonly redirect?: BrowserRedirect | "auto" | undefined;
  /**
   * Where the player gives consent. Default: `browser`. `desktop-client` asks in the Discord client on this machine, through its
   * local socket. `auto` uses the desktop client, or the browser if the desktop client cannot ask. If the player declines in the
   * desktop client, the browser does not ask again. A program can run only one sign-in at a time in the desktop client.
   */
  readonly consent?: Requested | undefined;
  /** Called right before the player is prompted. If `auto` falls back to the browser, the notice contains the reason. */
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

/** The `signIn` options that affect how the player is prompted. */
export interface AskPlayerOptions extends Omit<AuthorizeOptions<Consent>, "redirect"> {
  /**
   * How the player signs in. Default: `auto`, which uses the browser, with a loopback redirect or else a custom scheme. If no
   * browser can be shown here, or neither redirect works, it uses another device, provided that `onPrompt` is set.
   */
  readonly redirect?: RedirectMethod | "auto" | undefined;
  /**
   * Called once, with the QR code, the URL and the code to show to a player who signs in on another device (RFC 8628 §3.3).
   * Required for the device flow.
   */
  readonly onPrompt?: ((prompt: DevicePrompt) => void) | undefined;
}

export const authorizeFields: Table<Omit<AuthorizeOptions<Consent>, "redirect">> = {
  signal: optional(abortSignal()),
  timeoutMs: optional(milliseconds()),
  preflight: optional(flag),
  onAuthorizeUrl: optional(callable()),
  onIgnoredRedirect: optional(callable()),
  onManualRedirect: optional(callable()),
  consent: optional(oneOf(consents, "invalid_consent")),
  onConsent: optional(callable()),
};

/** Describes where the player is prompted. @experimental */
export interface ConsentNotice {
  readonly consent: ConsentProvider;
  /** Why the desktop client could not ask. Set if `auto` falls back to the browser. */
  readonly fallbackReason?: ClientError | undefined;
}

/** Rejects redirect options combined with the desktop client, which responds on its socket. */
export function checkConsent(
  consent: Consent | undefined,
  redirect: RedirectMethod | "auto" | undefined,
  { namesScheme }: Pick<CheckedAuthorization, "namesScheme">,
): void {
  if (consent !== "desktop-client") return;
  const other = redirect !== undefined && redirect !== "auto" ? `redirect: "${redirect}"` : undefined;
  const unwanted = other ?? (namesScheme ? "customSchemeParam" : undefined);
  if (unwanted === undefined) return;
  throw validationError(
    "invalid_consent",
    `consent: "desktop-client" and ${unwanted} cannot be used together: the desktop client responds on its own socket, without a redirect.`,
    `Omit ${unwanted}, or pass consent: "auto", which uses it only for the browser.`,
  );
}

/** The address and port for the loopback redirect. @stable */
export interface LoopbackOptions {
  /**
   * The port to listen on, 1 to 65535. Default: any free port, because the service accepts all ports on the loopback interface
   * (RFC 8252 §7.3). A fixed port is released as soon as the page has been shown; on any other port, the page can be reloaded for
   * a minute.
   */
  readonly port?: number | undefined;
  /** Which address to try first: 127.0.0.1 or ::1. Default: `ipv4`. */
  readonly prefer?: "ipv4" | "ipv6" | undefined;
}

/** Throws `invalid_port`, `invalid_preference`, `invalid_argument` or `unknown_option`. */
export const readLoopbackOptions: Reader<LoopbackOptions> = fields<LoopbackOptions>({
  port: optional(whole(1, 65_535, "invalid_port")),
  prefer: optional(oneOf(["ipv4", "ipv6"], "invalid_preference")),
});

export function parseLoopbackAddress(options: LoopbackOptions): LoopbackAddress {
  const { port = 0, prefer } = readLoopbackOptions(options, "loopback");
  return { hosts: prefer === "ipv6" ? ["::1", "127.0.0.1"] : ["127.0.0.1", "::1"], port };
}

/** Port 0 means any free port. */
export interface LoopbackAddress {
  readonly hosts: readonly ["127.0.0.1", "::1"] | readonly ["::1", "127.0.0.1"];
  readonly port: number;
}

/** How a browser on this machine can redirect to the game. @stable */
export type BrowserRedirect = "loopback" | "custom-scheme";

/** All ways to return to the game. @stable */
export type RedirectMethod = BrowserRedirect | "device";

/** Best first (RFC 8252 Appendix B). */
export const browserRedirectNames: readonly BrowserRedirect[] = ["loopback", "custom-scheme"];

export const redirectMethods: readonly RedirectMethod[] = [...browserRedirectNames, "device"];

/**
 * Whether to try another method. A fixed port that the game configured is never replaced, and a temporary lack of file
 * descriptors is no reason to register a scheme.
 */
export function mayTryAnother(error: unknown): error is ClientError {
  return (
    isClientError(error) &&
    error.type === ErrorType.Disabled &&
    error.code !== "port_unavailable" &&
    error.code !== "too_many_files"
  );
}

/**
 * Returns the methods to try, best first. `auto` means loopback, custom scheme, device. A custom scheme set by the game comes
 * first. If no browser can be shown, the device flow comes first.
 *
 * @param canShowBrowser - Called only for `auto`.
 */
export function chooseRedirect(
  wanted: RedirectMethod | "auto" | undefined,
  { namesScheme }: { readonly namesScheme: boolean },
  canShowBrowser: () => boolean,
): readonly RedirectMethod[] {
  if (wanted !== undefined && wanted !== "auto") return [wanted];
  const inBrowser = namesScheme ? browserRedirectNames.toReversed() : browserRedirectNames;
  return canShowBrowser() ? [...inBrowser, "device"] : ["device", ...inBrowser];
}
