import { type Log, LoggingSeverity } from "../../log/logger.ts";
import type { Ending, IgnoredReason, Problem, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { guarded, ignore } from "../../core/check/callback.ts";
import { onAbort } from "../../core/request/abort.ts";
import {
  type DonePage,
  donePath,
  serveDonePage,
  LastPage,
  openStartLink,
  type StartLink,
  type StartLinkOptions,
} from "./loopback-pages.ts";
import {
  sendOn,
  sendPage,
  sendStatus,
  type LoopbackListener,
  loopbackUnavailable,
  openListener,
  callbackPath,
  checkVisit,
} from "./loopback-server.ts";
import { type LoopbackAddress, type LoopbackOptions, parseLoopbackAddress } from "../options.ts";
import type { PageOption } from "../page/page-appearance.ts";
import { createPages, type PagesInit, type RenderPage } from "../page/page.ts";
import { type FindPeer, findPeer as findPeerHere } from "./peer.ts";

/**
 * Logs the first request of each kind immediately, but the rest only as totals at the end, so that a flood of requests does not
 * fill the log.
 */
export class IgnoredRedirects implements Disposable {
  readonly #counts = new Map<IgnoredReason, number>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(reason: IgnoredReason): void {
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (count > 1) return;
    const text = `ignored a request that is not the expected redirect: ${reason}`;
    this.#log(LoggingSeverity.Warning, "redirect", text);
  }

  [Symbol.dispose](): void {
    if (this.#counts.size === 0) return;
    const totals = [...this.#counts].map(([reason, count]) => `${reason} ${count}`).join(", ");
    this.#log(LoggingSeverity.Info, "redirect", `ignored in total: ${totals}`);
  }
}

const problems: Partial<Readonly<Record<IgnoredReason, Problem>>> = {
  missing_state: {
    message: "The redirect has no state, so it cannot be matched to a sign-in (RFC 6749 §4.1.2).",
    hint: "Configure the authorization server to return the request's state.",
  },
  wrong_state: {
    message: "The redirect's state does not match the pending sign-in.",
    hint: "It is probably from an older tab. If this happens every time, check that the server returns the state unchanged.",
  },
  repeated_parameter: {
    message: "The redirect contains a parameter twice, which RFC 6749 §3.1 does not allow.",
    hint: "Check the query string of this page.",
  },
};

/** Its functions reject with `loopback_unavailable` or `too_many_files` (Disabled) if no port can be bound. */
export interface Loopback {
  /** Rejects with `port_unavailable` (Disabled) if the requested port is in use. */
  openReceiver(): Promise<RedirectReceiver>;
  /** Uses its own port, because a custom-scheme redirect has none. */
  openStartLink(options: Pick<StartLinkOptions, "target" | "onIgnored">): Promise<StartLink>;
  close(): Promise<void>;
}

/** By default, uses a free port on 127.0.0.1, or on ::1 if that is unavailable (RFC 8252 §7.3). */
export function prepareLoopback(
  options: LoopbackOptions = {},
  page?: PageOption,
  { findPeer = findPeerHere, ...pages }: LoopbackInit = {},
): Loopback {
  const address = parseLoopbackAddress(options);
  const renderPage = createPages(page, pages);
  const lastPage = new LastPage();
  const links = new Set<StartLink>();
  return {
    openReceiver: () => openReceiver({ address, renderPage, findPeer, lastPage }),
    async openStartLink(request) {
      const listener = await openListener({ ...address, port: 0 });
      const link = openStartLink(listener, { ...request, renderPage, findPeer });
      links.add(link);
      const forget = () => links.delete(link);
      listener.server.once("close", guarded(forget, ignore));
      return link;
    },
    async close() {
      await Promise.all([lastPage.close(), ...[...links].map((link) => link.close())]);
    },
  };
}

export interface LoopbackInit extends PagesInit {
  readonly findPeer?: FindPeer;
}

interface LoopbackContext {
  readonly address: LoopbackAddress;
  readonly renderPage: RenderPage;
  readonly findPeer: FindPeer;
  readonly lastPage: LastPage;
}

async function openReceiver(context: LoopbackContext): Promise<RedirectReceiver> {
  const { address, lastPage } = context;
  // The previous sign-in's page may still occupy a fixed port.
  if (address.port !== 0) await lastPage.end();
  const listener = await openListener(address);
  const { server, authority, close } = listener;
  const failure = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(loopbackUnavailable());
    server.on("error", guarded(fail, reject));
  });
  failure.catch(ignore);
  let page: DonePage | undefined;
  const receiveAnswer = async <Answer>(judge: Judge<Answer>, receiving: ReceiveOptions): Promise<Answer> => {
    const received = await receive(listener, context, judge, receiving);
    page = received.page;
    return received.answer;
  };
  const end = async (): Promise<void> => {
    if (!page) return close();
    // A fixed port may be needed again soon, even by another process.
    return lastPage.keep(listener, page, { untilDisplayed: address.port !== 0 });
  };
  return {
    redirectUri: `http://${authority}${callbackPath}`,
    receive: (judge, receiving) => Promise.race([failure, receiveAnswer(judge, receiving)]),
    close,
    [Symbol.asyncDispose]: end,
  };
}

/** The page may not have been delivered yet. */
interface Received<Answer> {
  readonly answer: Answer;
  readonly page: DonePage;
}

async function receive<Answer>(
  listener: LoopbackListener,
  { renderPage, findPeer }: LoopbackContext,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Received<Answer>> {
  const { server, authority, close } = listener;
  signal.throwIfAborted();
  const render = ({ outcome, problem }: Ending, language: string | undefined) =>
    renderPage(outcome, language, problem);
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = () => {
      isOver = true;
      leave();
      for (const event of ["request", "clientError", "connect"]) server.removeAllListeners(event);
    };
    const fail = (error: unknown) => {
      if (isOver) return;
      end();
      server.on("request", guarded(drop, ignore));
      reject(error);
    };
    const leave = onAbort(signal, () => {
      // Closes the port before the caller is notified.
      void close();
      fail(signal.reason as Error);
    });
    const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
      const check = await checkVisit(request, authority, { isPath: isCallback, findPeer });
      // Another request has completed the flow, so the page's listener handles this one.
      if (isOver) return void server.emit("request", request, response);
      if ("ignored" in check) {
        sendStatus(response, check.status);
        return onIgnored(check.ignored);
      }
      const verdict = judge(check.parameters);
      if ("ignored" in verdict) {
        // Wrong parameters usually come from an old tab, so the player sees an explanation.
        const page = renderPage("stale", request.headers["accept-language"], problems[verdict.ignored]);
        void sendPage(response, 400, page);
        return onIgnored(verdict.ignored);
      }
      end();
      sendOn(response, `http://${authority}${donePath}`);
      resolve({ answer: verdict.answer, page: serveDonePage(listener, verdict.ending, render) });
    };
    reportUnreadable(server, onIgnored, fail);
    server.on("request", guarded(onRequest, fail));
  });
}

/** Reports malformed HTTP, oversized headers and tunnel requests. */
function reportUnreadable(
  server: Server,
  onIgnored: (reason: IgnoredReason) => void,
  fail: (error: unknown) => void,
): void {
  const onClientError = (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.destroy();
    if (error.code?.startsWith("HPE_")) onIgnored("malformed");
  };
  const onConnect = (_request: IncomingMessage, socket: Socket) => {
    socket.destroy();
    onIgnored("method");
  };
  server.on("clientError", guarded(onClientError, fail)).on("connect", guarded(onConnect, fail));
}

function isCallback(path: string): boolean {
  return path === callbackPath;
}

function drop(request: IncomingMessage): void {
  request.socket.destroy();
}
