import type { IncomingMessage, ServerResponse, Server } from "node:http";
import { guarded, ignore } from "../../core/check/callback.ts";
import { startTimer } from "../../core/request/deadline.ts";
import {
  callbackPath,
  maxDeliveryMs,
  sendOn,
  sendPage,
  type LoopbackListener,
  checkNavigation,
} from "../redirect/loopback-server.ts";
import type { Ending } from "../redirect/receiver.ts";
import type { Page } from "./page.ts";

/** Contains no code, so none stays in the history or the address bar. */
export const donePath = "/done";

/** Browsers repeat a redirect immediately. */
const repeatsMs = 10_000;

const outcomeTimeoutMs = 3_000;

export interface DonePage {
  /** Resolves after the first delivery, or when the browser no longer requests the page. */
  readonly displayed: Promise<void>;
  /** Shows the outcome known so far. */
  closeEarly(): void;
}

/**
 * Serves the page of a finished flow: with the outcome if it is known within three seconds, otherwise neutral. A repeated
 * redirect is forwarded to the page too, because the browser has canceled its first request and would otherwise show a connection
 * error. Its parameters are not read.
 */
export function serveDonePage(
  { server, authority }: LoopbackListener,
  ending: Promise<Ending>,
  render: (ending: Ending, acceptLanguage: string | undefined) => Page,
): DonePage {
  let closeEarly: () => void = ignore;
  const closedEarly = new Promise<void>((resolve) => (closeEarly = resolve));
  const repeatsEnd = performance.now() + repeatsMs;
  const isVisit = (request: IncomingMessage, expectedPath: string) =>
    !("ignored" in checkNavigation(request, authority, (path) => path === expectedPath));
  const displayed = new Promise<void>((resolve) => {
    let stop = startTimer(maxDeliveryMs, resolve);
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      if (performance.now() < repeatsEnd && isVisit(request, callbackPath))
        return sendOn(response, `http://${authority}${donePath}`);
      if (!isVisit(request, donePath)) return void request.socket.destroy();
      stop();
      stop = startTimer(outcomeTimeoutMs + maxDeliveryMs, resolve);
      const known = await soon(ending, closedEarly);
      // Lets the game receive its tokens first: rendering takes a tenth of the time of an exchange.
      await new Promise(setImmediate);
      await sendPage(response, 200, render(known, request.headers["accept-language"]));
      // The browser left for a repeated redirect and will request the page again.
      if (!response.writableFinished) return;
      stop();
      resolve();
    };
    server.on(
      "request",
      guarded(answer, (_error, _request, response) => response.destroy()),
    );
  });
  return { displayed, closeEarly };
}

function soon(ending: Promise<Ending>, closedEarly: Promise<void>): Promise<Ending> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ outcome: "returned" });
    const stop = startTimer(outcomeTimeoutMs, giveUp);
    void ending.finally(stop).then(resolve);
    // A known outcome takes precedence.
    void closedEarly.then(() => setImmediate(giveUp));
  });
}

const displayTimeoutMs = 60_000;

/** Allows reloads without keeping the process alive. */
export class LastPage {
  #end: (() => Promise<void>) | undefined;
  #isClosed = false;

  /**
   * The listener keeps the process alive until the page is delivered.
   *
   * @param untilDisplayed - whether to close the listener right after the delivery, which frees the port.
   */
  async keep(
    { server, close }: LoopbackListener,
    page: DonePage,
    { untilDisplayed }: { untilDisplayed: boolean },
  ): Promise<void> {
    const timer = setTimeout(() => void close(), displayTimeoutMs);
    timer.unref();
    const closing = untilDisplayed ? page.displayed.then(close) : releaseServer(server, page.displayed);
    const end = async (): Promise<void> => {
      clearTimeout(timer);
      page.closeEarly();
      await closing;
      await close();
    };
    if (this.#isClosed) return end();
    const before = this.#end;
    this.#end = end;
    void before?.();
  }

  async end(): Promise<void> {
    await this.#end?.();
  }

  /** Also rejects later pages. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end();
  }
}

async function releaseServer(server: Server, displayed: Promise<void>): Promise<void> {
  await displayed;
  server.unref();
  server.closeAllConnections();
}
