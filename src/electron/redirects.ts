import { guarded, ignore } from "../core/check/callback.ts";
import { deliverRedirect } from "../index.ts";
import type { ElectronApp } from "./electron-api.ts";

export interface RedirectSource {
  readonly app: ElectronApp;
  /** The scheme of the game's redirects, in lower case. */
  readonly scheme: string;
  /** The command line of this process, which contains the URL if the system started the game to open it. */
  readonly argv: readonly string[];
  /** Called if the game was started by a redirect: the sign-in belongs to an earlier run and cannot be completed. */
  readonly onLate: () => void;
}

/**
 * Delivers redirects from `open-url` (macOS) and `second-instance` (Windows, Linux) to the pending sign-in. URLs with other
 * schemes are left to the game.
 */
export function deliverRedirects({ app, scheme, argv, onLate }: RedirectSource): void {
  const start = `${scheme}:/authorize/callback`;
  const isOurs = (url: string): boolean => url.slice(0, start.length).toLowerCase() === start;
  const deliver = (url: string): boolean => {
    if (!isOurs(url)) return false;
    if (!deliverRedirect(url) && !app.isReady()) onLate();
    return true;
  };
  const onUrl = guarded((event: { preventDefault(): void }, url: string) => {
    if (deliver(url)) event.preventDefault();
  }, ignore);
  const onInstance = guarded((_event: unknown, others: readonly string[]) => others.forEach(deliver), ignore);
  app.on("open-url", onUrl);
  app.on("second-instance", onInstance);
  if (argv.some(isOurs)) onLate();
}
