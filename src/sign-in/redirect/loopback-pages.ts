import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse, Server } from "node:http";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { guarded, ignore } from "../../core/check/callback.ts";
import {
  dropSocket,
  sendOn,
  sendPage,
  sendStatus,
  type LoopbackListener,
  checkVisit,
  callbackPath,
  maxDeliveryMs,
  checkNavigation,
} from "./loopback-server.ts";
import type { RenderPage, Page } from "../page/page.ts";
import { sameText } from "../authorization-endpoint.ts";
import type { FindPeer, Peer } from "./peer.ts";
import type { IgnoredReason, Ending } from "./receiver.ts";
import { startTimer } from "../../core/request/deadline.ts";

const linkPath = "/start/";

/** In milliseconds. A second visit within this time after a sign-in revokes the tokens. */
const watchMs = 10_000;

/**
 * The browser starts with this link instead of the authorize URL, because all users of the machine can read the browser's command
 * line. The link redirects only once. A second visit means that someone else has the link.
 */
export interface StartLink extends AsyncDisposable {
  readonly url: string;
  readonly secret: string;
  /** Aborted with `start_link_reused`. */
  readonly reused: AbortSignal;
  isOpened(): boolean;
  /**
   * Called after a sign-in. If the first visitor may have been another user, the port stays open for ten more seconds, even after
   * disposal.
   */
  watch(): void;
  close(): Promise<void>;
}

export interface StartLinkOptions {
  readonly target: string;
  readonly renderPage: RenderPage;
  readonly findPeer: FindPeer;
  readonly onIgnored: (reason: IgnoredReason) => void;
}

/** Only plain top-level navigations count as visits. HEAD, prefetch and icon requests are rejected. */
export function openStartLink(
  { server, authority, close }: LoopbackListener,
  { target, renderPage, findPeer, onIgnored }: StartLinkOptions,
): StartLink {
  const secret = randomBytes(32).toString("base64url");
  const reuse = new AbortController();
  let visitor: Peer | undefined;
  let isWatched = false;
  let delivered = Promise.resolve();
  const isPath = (path: string) => sameText(path, linkPath + secret);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const check = await checkVisit(request, authority, { isPath, findPeer });
    if ("ignored" in check) {
      sendStatus(response, check.status);
      if (check.ignored === "other_user") onIgnored(check.ignored);
      return;
    }
    if (visitor === undefined) {
      visitor = check.peer;
      return sendOn(response, target);
    }
    const error = startLinkReused();
    reuse.abort(error);
    delivered = sendPage(response, 410, renderPage("failed", request.headers["accept-language"], error));
  };
  server.on("request", guarded(answer, dropResponse)).on("clientError", guarded(dropSocket, ignore));
  return {
    url: `http://${authority}${linkPath}${secret}`,
    secret,
    reused: reuse.signal,
    isOpened: () => visitor !== undefined,
    watch() {
      if (visitor !== "unknown" || reuse.signal.aborted) return;
      isWatched = true;
      server.unref();
      const timer = setTimeout(() => void close(), watchMs).unref();
      const stop = () => clearTimeout(timer);
      server.once("close", guarded(stop, ignore));
    },
    close,
    async [Symbol.asyncDispose]() {
      if (isWatched) return;
      await delivered;
      // Not awaited, because the port is free immediately.
      void close();
    },
  };
}

function dropResponse(_error: unknown, _request: IncomingMessage, response: ServerResponse): void {
  response.destroy();
}

function startLinkReused(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "start_link_reused",
    message: "The sign-in link was opened twice. Another program or user on this machine may have seen it.",
    hint: "Start again. If this happens every time, find the program that opens the link.",
    retryable: true,
  });
}

/** This URL contains no code, so none remains in the browser's history or address bar. */
export const donePath = "/done";

/** How long repeated redirects are forwarded to the page. Browsers repeat a redirect immediately. */
const repeatsMs = 10_000;

const outcomeTimeoutMs = 3_000;

export interface DonePage {
  /** Resolves after the first delivery, or when no further request is expected. */
  readonly displayed: Promise<void>;
  /** Stops waiting for the outcome and shows the page. */
  closeEarly(): void;
}

/**
 * Serves the page after a flow has finished. It shows the outcome if that is known within three seconds, and is otherwise
 * neutral. Repeated redirects are also forwarded to the page, because the browser has canceled its first request and would
 * otherwise show a connection error. Their parameters are not read.
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
      // Lets the game receive its tokens first, because rendering takes about a tenth as long as the token exchange.
      await new Promise(setImmediate);
      await sendPage(response, 200, render(known, request.headers["accept-language"]));
      // The browser canceled this request in order to repeat the redirect and will request the page again.
      if (!response.writableFinished) return;
      stop();
      resolve();
    };
    server.on("request", guarded(answer, dropResponse));
  });
  return { displayed, closeEarly };
}

function soon(ending: Promise<Ending>, closedEarly: Promise<void>): Promise<Ending> {
  return new Promise((resolve) => {
    const giveUp = () => resolve({ outcome: "returned" });
    const stop = startTimer(outcomeTimeoutMs, giveUp);
    void ending.finally(stop).then(resolve);
    // Prefers the outcome if it is already known.
    void closedEarly.then(() => setImmediate(giveUp));
  });
}

const displayTimeoutMs = 60_000;

/** Keeps serving the page so that the player can reload it. Once the page has been delivered, the process may exit. */
export class LastPage {
  #end: (() => Promise<void>) | undefined;
  #isClosed = false;

  /**
   * Keeps the process alive until the page is delivered.
   *
   * @param untilDisplayed - Whether to close the listener right after the delivery, to free the port.
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

  /** Also closes any page that is kept later. */
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
