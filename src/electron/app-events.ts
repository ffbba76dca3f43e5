import { guarded, ignore } from "../core/check/callback.ts";
import { startTimer } from "../core/request/deadline.ts";
import { deliverRedirect } from "../index.ts";
import type { ElectronApp } from "./electron-api.ts";

export interface RedirectSource {
  readonly app: ElectronApp;
  /** The scheme of the game's redirects, in lower case. */
  readonly scheme: string;
  /** The command line of this process, which contains the URL if the system started the game to open it. */
  readonly argv: readonly string[];
  /** Called if a redirect started the game. The sign-in then belongs to an earlier run and cannot be completed. */
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

/** Delays the app's exit until `close` settles, for at most `timeoutMs`. */
export function closeOnQuit(app: ElectronApp, close: () => Promise<void>, timeoutMs: number): void {
  let state: "open" | "closing" | "closed" = "open";
  const finish = () => {
    state = "closed";
    app.quit();
  };
  const delay = guarded((event: { preventDefault(): void }) => {
    if (state === "closed") return;
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    void withinTime(close(), timeoutMs).then(finish);
  }, ignore);
  app.on("will-quit", delay);
}

/** Never rejects. */
async function withinTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = startTimer(timeoutMs, resolve);
    work.catch(ignore).finally(() => {
      stop();
      resolve();
    });
  });
}
