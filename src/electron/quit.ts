import { guarded, ignore } from "../core/check/callback.ts";
import { startTimer } from "../core/request/deadline.ts";
import type { ElectronApp } from "./electron-api.ts";

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
