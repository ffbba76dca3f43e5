import type { IncomingMessage, ServerResponse, Server } from "node:http";
import { guarded, ignore } from "../../core/check/callback.ts";
import { startTimer } from "../../core/request/deadline.ts";
import {
  callbackPath,
  longestDeliveryMs,
  sendOn,
  sendPage,
  type LoopbackListener,
  checkNavigation,
} from "../redirect/loopback-server.ts";
import type { Ending } from "../redirect/receiver.ts";
import type { Page } from "./page.ts";

/** The address of the page: it holds no code, so none stays in the history or the address bar. */
export const donePath = "/done";

/** How long a repeated redirect is sent to the page, in milliseconds: browsers repeat one at once. */
const repeatsMs = 10_000;

/** How long the page waits for the end of the sign-in, in milliseconds. */
const patienceMs = 3_000;

/** The page of a flow whose redirect has come. */
export interface DonePage {
  /** When it has been delivered for the first time, or a browser would have asked for it long since. */
  readonly shown: Promise<void>;
  /** Shows it as it is known now. */
  hurry(): void;
}

/**
 * Serves the page of a finished flow. The browser waits three seconds for `ending`, then the page is neutral; a reload shows the
 * ending. A browser that repeats the redirect is sent to the page too: it has cancelled its first request, and would otherwise show
 * a connection error with an unused code in the address. The parameters of a repeated redirect are not read.
 *
 * @param render - renders the page in the language of an `Accept-Language` header.
 */
export function serveDonePage(
  { server, authority }: LoopbackListener,
  ending: Promise<Ending>,
  render: (ending: Ending, acceptLanguage: string | undefined) => Page,
): DonePage {
  let hurry: () => void = ignore;
  const hurried = new Promise<void>((resolve) => (hurry = resolve));
  const repeatsEnd = performance.now() + repeatsMs;
  const isVisit = (request: IncomingMessage, place: string) =>
    !("ignored" in checkNavigation(request, authority, (path) => path === place));
  const shown = new Promise<void>((resolve) => {
    let stop = startTimer(longestDeliveryMs, resolve);
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      if (performance.now() < repeatsEnd && isVisit(request, callbackPath))
        return sendOn(response, `http://${authority}${donePath}`);
      if (!isVisit(request, donePath)) return void request.socket.destroy();
      stop();
      stop = startTimer(patienceMs + longestDeliveryMs, resolve);
      const known = await soon(ending, hurried);
      // The game has its tokens first: making the page takes a tenth of what an exchange does.
      await new Promise(setImmediate);
      await sendPage(response, 200, render(known, request.headers["accept-language"]));
      // The browser has left for a repeated redirect, and will ask again.
      if (!response.writableFinished) return;
      stop();
      resolve();
    };
    server.on(
      "request",
      guarded(answer, (_error, _request, response) => response.destroy()),
    );
  });
  return { shown, hurry };
}

/** `ending`, or a neutral one after {@link patienceMs}, or with `hurried`. */
function soon(ending: Promise<Ending>, hurried: Promise<void>): Promise<Ending> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ outcome: "returned" });
    const stop = startTimer(patienceMs, giveUp);
    void ending.finally(stop).then(resolve);
    // An ending that is known already comes before this.
    void hurried.then(() => setImmediate(giveUp));
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
   * @param untilShown - whether a reload finds nothing: the port is free as soon as the browser has had the page.
   */
  async keep(
    { server, close }: LoopbackListener,
    page: DonePage,
    { untilShown }: { untilShown: boolean },
  ): Promise<void> {
    const timer = setTimeout(() => void close(), shownMs);
    timer.unref();
    const kept = untilShown ? page.shown.then(close) : letGo(server, page.shown);
    const end = async (): Promise<void> => {
      clearTimeout(timer);
      page.hurry();
      await kept;
      await close();
    };
    if (this.#isClosed) return end();
    const before = this.#end;
    this.#end = end;
    void before?.();
  }

  /** Ends the page that is kept now. */
  async end(): Promise<void> {
    await this.#end?.();
  }

  /** Ends it, and whatever would be kept later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end();
  }
}

async function letGo(server: Server, shown: Promise<void>): Promise<void> {
  await shown;
  server.unref();
  // Connections that came for this flow have nothing more to wait for.
  server.closeAllConnections();
}
