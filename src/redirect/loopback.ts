import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sendPage, sendStatus } from "./loopback-answer.ts";
import { type LoopbackListener, loopbackUnavailable, openListener } from "./loopback-listener.ts";
import { type LoopbackOptions, type LoopbackPlace, parsePlace } from "./loopback-options.ts";
import { callbackPath, checkNavigation } from "./loopback-request.ts";
import type { PageOption } from "./page-appearance.ts";
import { createPages, type RenderPage } from "./page.ts";
import type { IgnoredReason, Judge, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import { openStartLink, type StartLink, type StartLinkOptions } from "./start-link.ts";

/** What is done on the loopback interface for one flow. Each fails with `loopback_unavailable` or `too_many_files` (Disabled) where it cannot be bound. */
export interface Loopback {
  /** The port is bound before anybody hears of it. Fails with `port_unavailable` (Disabled) when the one that was asked for is taken. */
  openReceiver(): Promise<RedirectReceiver>;
  /** At a port of its own, since a custom-scheme redirect has none, and so that both kinds are started the same way. */
  openStartLink(options: Omit<StartLinkOptions, "renderPage">): Promise<StartLink>;
}

/**
 * Checks how to listen on the loopback interface (RFC 8252 §7.3): by default at a free port of 127.0.0.1, or of ::1 where
 * that is missing.
 *
 * @throws ClientError `invalid_port`, `invalid_preference` or `invalid_page` (ValidationError).
 */
export function prepareLoopback(options: LoopbackOptions = {}, page?: PageOption): Loopback {
  const place = parsePlace(options);
  const renderPage = createPages(page);
  return {
    openReceiver: () => openReceiver(place, renderPage),
    openStartLink: async (link) =>
      openStartLink(await openListener({ ...place, port: 0 }), { ...link, renderPage }),
  };
}

async function openReceiver(place: LoopbackPlace, renderPage: RenderPage): Promise<RedirectReceiver> {
  const listener = await openListener(place);
  const { server, authority, close } = listener;
  const failure = new Promise<never>((_resolve, reject) => {
    server.on("error", () => reject(loopbackUnavailable()));
  });
  failure.catch(() => undefined);
  return {
    redirectUri: `http://${authority}${callbackPath}`,
    receive: (judge, receiving) => Promise.race([failure, receive(listener, renderPage, judge, receiving)]),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function receive<Answer>(
  { server, authority, close }: LoopbackListener,
  renderPage: RenderPage,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", abort);
      for (const event of ["request", "clientError", "connect"]) server.removeAllListeners(event);
      server.on("request", drop);
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const abort = () => {
      // Whoever hears of the abort finds the port closed.
      void close();
      fail(signal.reason as Error);
    };
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      const seen = answerRequest(request, response, { authority, renderPage, judge });
      if ("ignored" in seen) return onIgnored(seen.ignored);
      end();
      void seen.delivered.then(() => resolve(seen.answer));
    };
    signal.addEventListener("abort", abort, { once: true });
    reportUnreadable(server, guarded(onIgnored, fail));
    server.on("request", guarded(onRequest, fail));
  });
}

/** What goes wrong in a callback of the game's belongs to whoever waits, and must not end the process. */
function guarded<Args extends unknown[]>(
  handle: (...args: Args) => void,
  fail: (error: Error) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      handle(...args);
    } catch (error) {
      fail(error as Error);
    }
  };
}

interface Reading<Answer> {
  readonly authority: string;
  readonly renderPage: RenderPage;
  readonly judge: Judge<Answer>;
}

/** Answers a request: with the page that fits, and whatever `judge` made of it. */
function answerRequest<Answer>(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, renderPage, judge }: Reading<Answer>,
): { readonly ignored: IgnoredReason } | { readonly answer: Answer; readonly delivered: Promise<void> } {
  const check = checkNavigation(request, authority, (path) => path === callbackPath);
  if ("ignored" in check) {
    sendStatus(response, check.status);
    return check;
  }
  const judged = judge(check.parameters);
  const language = request.headers["accept-language"];
  if ("ignored" in judged) {
    // Wrong parameters come from an old tab more often than from an attacker: the player gets an explanation.
    void sendPage(response, 400, renderPage("stale", language));
    return judged;
  }
  const delivered = sendPage(response, 200, renderPage(judged.outcome, language));
  return { answer: judged.answer, delivered };
}

/** What does not even become a request: bytes that are not HTTP, headers without end, tunnels. */
function reportUnreadable(server: Server, ignore: (reason: IgnoredReason) => void): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    socket.destroy();
    if (error.code?.startsWith("HPE_")) ignore("malformed");
  });
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    socket.destroy();
    ignore("method");
  });
}

function drop(request: IncomingMessage): void {
  request.socket.destroy();
}
