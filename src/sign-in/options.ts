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
import { type ClientError, validationError } from "../core/errors.ts";
import type { DevicePrompt } from "../tokens/device.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import type { SubmitRedirect } from "./redirect/manual.ts";
import type { BrowserRedirect, RedirectMethod } from "./redirect/methods.ts";
import type { IgnoredReason } from "./redirect/receiver.ts";

/** Programs that can ask for consent. */
export type ConsentProvider = "browser" | "desktop-client";

/** The game's choice of {@link ConsentProvider}. */
export type Consent = ConsentProvider | "auto";

const consents: readonly Consent[] = ["browser", "desktop-client", "auto"];

/** Options of one authorization. */
export interface AuthorizeOptions<Requested extends Consent = "browser"> {
  /** Aborts the authorization at any time with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** The milliseconds until the authorization fails with `timeout`. Default 300000 (5 minutes). Error: `invalid_timeout`. */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether to query the authorize page before the browser starts (`prompt=none`), so an unknown application or an unregistered
   * redirect URI fails immediately with `page_refused`. Default: true if `apiBase` is not Discord's, whose page decides only in
   * the browser.
   */
  readonly preflight?: boolean | undefined;
  /**
   * Called with the authorize URL before the browser starts, so the game can show it. It contains the state: do not log it. The
   * browser opens a link that redirects to this URL, because other users can read command lines.
   */
  readonly onAuthorizeUrl?: ((url: string) => void) | undefined;
  /** Called with the reason for each redirect that does not belong to this attempt. The attempt continues. */
  readonly onIgnoredRedirect?: ((reason: IgnoredReason) => void) | undefined;
  /**
   * Called with a function that accepts the URL that the player copied from the browser, for a browser on another machine, which
   * cannot reach the redirect page.
   */
  readonly onManualRedirect?: ((submit: SubmitRedirect) => void) | undefined;
  /**
   * The redirect method. Default `auto`: loopback, then a custom scheme; the custom scheme first if `CustomSchemeParam` is set.
   * Errors: `invalid_redirect`, `invalid_consent` with the desktop client.
   */
  readonly redirect?: BrowserRedirect | "auto" | undefined;
  /**
   * Where the player gives consent. `browser` is the default. `desktop-client` asks in the service's client on this machine, over
   * its local socket, without a browser. `auto` uses the desktop client, or the browser if no client can ask. A player who
   * declines in the client is not asked again. A program can run one sign-in in the desktop client at a time.
   */
  readonly consent?: Requested | undefined;
  /**
   * Called right before the player is asked, with the place and, for `auto` in the browser, the reason why the desktop client was
   * not used.
   */
  readonly onConsent?: ((notice: ConsentNotice) => void) | undefined;
}

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

/** Reports where the player is asked. */
export interface ConsentNotice {
  /** The browser, or Discord's desktop client. */
  readonly consent: ConsentProvider;
  /** With `auto` in the browser: the reason why the desktop client cannot ask. */
  readonly instead?: ClientError | undefined;
}

/**
 * The desktop client responds on its socket, without a redirect.
 *
 * @throws ClientError `invalid_consent` (ValidationError).
 */
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
    `Leave out ${unwanted}, or pass consent: "auto", which uses it only for the browser.`,
  );
}

/** The address and ports of the loopback redirect. */
export interface LoopbackOptions {
  /**
   * Port to listen on, 1 to 65535. Default: any free port, because the service accepts all ports on the loopback interface (RFC
   * 8252 §7.3). A fixed port is released when the player has seen the page; on other ports a reload still shows the page for a
   * minute.
   */
  readonly port?: number | undefined;
  /** The address to try first: 127.0.0.1 or ::1. Default `ipv4`. */
  readonly prefer?: "ipv4" | "ipv6" | undefined;
}

/** Fails with `invalid_port`, `invalid_preference`, `invalid_argument` or `unknown_option`. */
export const readLoopbackOptions: Reader<LoopbackOptions> = fields<LoopbackOptions>({
  port: optional(whole(1, 65_535, "invalid_port")),
  prefer: optional(oneOf(["ipv4", "ipv6"], "invalid_preference")),
});

export function parseLoopbackAddress(options: LoopbackOptions): LoopbackAddress {
  const { port = 0, prefer } = readLoopbackOptions(options, "loopback");
  return { hosts: prefer === "ipv6" ? ["::1", "127.0.0.1"] : ["127.0.0.1", "::1"], port };
}

/** Port 0 is any free port. */
export interface LoopbackAddress {
  readonly hosts: readonly ["127.0.0.1", "::1"] | readonly ["::1", "127.0.0.1"];
  readonly port: number;
}
