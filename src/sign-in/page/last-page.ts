import type { IncomingMessage, ServerResponse, Server } from "node:http";
import { guarded } from "../../core/check/callback.ts";
import {
  longestDeliveryMs,
  sendPage,
  type LoopbackListener,
  checkNavigation,
} from "../redirect/loopback-server.ts";
import type { Page } from "./page.ts";

/** Where the player sees the page: an address without the code, which stays in no history and no address bar. */
export const donePath = "/done";

/**
 * Serves the page of a finished flow, and nothing else: a repeated redirect gets no answer.
 *
 * @param render - makes it in the language of an `Accept-Language` header.
 * @returns when it has been delivered for the first time, or a browser would have asked for it long since.
 */
export function serveDonePage(
  { server, authority }: LoopbackListener,
  render: (acceptLanguage: string | undefined) => Page,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestDeliveryMs);
    const delivered = () => {
      clearTimeout(timer);
      resolve();
    };
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      const check = checkNavigation(request, authority, (path) => path === donePath);
      if ("ignored" in check) return void request.socket.destroy();
      void sendPage(response, 200, render(request.headers["accept-language"])).then(delivered);
    };
    server.on(
      "request",
      guarded(answer, (_error, _request, response) => response.destroy()),
    );
  });
}

/** How long a reload shows the page, in milliseconds. */
const shownMs = 60_000;

/** Keeps the page of the latest finished flow at its address, so that players can reload it. It keeps no process alive. */
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
