import type { Server } from "node:http";
import type { LoopbackListener } from "../redirect/loopback-listener.ts";

/** How long a reload shows the page, in milliseconds. */
const shownMs = 60_000;

/** Keeps the page of the newest flow that is over where it was, for players who reload it. It keeps no process alive. */
export class LastPage {
  #end: (() => Promise<void>) | undefined;
  #isClosed = false;

  /**
   * Takes over `listener`, and closes the one before. The game does not wait for its player's browser, only its end does:
   * what holds the process until then is the listener.
   *
   * @param shown - when the browser has had the page for the first time, or will not come for it.
   */
  async keep({ server, close }: LoopbackListener, shown: Promise<void>): Promise<void> {
    const timer = setTimeout(() => void close(), shownMs);
    timer.unref();
    const kept = letGo(server, shown);
    const end = async (): Promise<void> => {
      clearTimeout(timer);
      await kept;
      await close();
    };
    if (this.#isClosed) return end();
    const before = this.#end;
    this.#end = end;
    void before?.();
  }

  /** Ends it, and whatever would be kept later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end?.();
  }
}

async function letGo(server: Server, shown: Promise<void>): Promise<void> {
  await shown;
  server.unref();
  // Connections that came for this flow have nothing more to wait for.
  server.closeAllConnections();
}
