import type { Log } from "../../log/logger.ts";
import type { SchemeName } from "./custom-scheme-name.ts";
import { openCustomScheme } from "./custom-scheme.ts";
import type { RedirectReceiver } from "./receiver.ts";
import type { Loopback } from "./loopback.ts";

/** What opening a redirect receiver needs. */
export interface RedirectContext {
  readonly loopback: Loopback;
  readonly scheme: SchemeName;
  readonly log: Log;
}

/** How each way back that a browser on this machine can take is opened; the best first (RFC 8252 Appendix B). */
export const browserRedirects = {
  loopback: ({ loopback }: RedirectContext): Promise<RedirectReceiver> => loopback.openReceiver(),
  "custom-scheme": ({ scheme, log }: RedirectContext): Promise<RedirectReceiver> =>
    openCustomScheme(scheme, log),
} as const;

/** The ways back from the browser of this machine. */
export type BrowserRedirect = keyof typeof browserRedirects;

/** The ways back to the game. */
export type RedirectMethod = BrowserRedirect | "device";

export const browserRedirectNames: readonly BrowserRedirect[] = Object.keys(
  browserRedirects,
) as BrowserRedirect[];

export const redirectMethods: readonly RedirectMethod[] = [...browserRedirectNames, "device"];
