import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { donePath, serveDonePage } from "./done-page.ts";
import { problemOf } from "./ignored-redirects.ts";
import { LastPage } from "./last-page.ts";
import { sendOn, sendPage, sendStatus } from "./loopback-answer.ts";
import { type LoopbackListener, loopbackUnavailable, openListener } from "./loopback-listener.ts";
import { type LoopbackOptions, type LoopbackPlace, parsePlace } from "./loopback-options.ts";
import { callbackPath, checkNavigation } from "./loopback-request.ts";
import type { PageOption } from "./page-appearance.ts";
import { createPages, type PagesInit, type RenderPage } from "./page.ts";
import type { IgnoredReason, Judge, Judgement, ReceiveOptions, RedirectReceiver } from "./receiver.ts";
import { openStartLink, type StartLink, type StartLinkOptions } from "./start-link.ts";

/** What is done on the loopback interface for one flow. Each fails with `loopback_unavailable` or `too_many_files` (Disabled) where it cannot be bound. */
export interface Loopback {
  /** The port is bound before it is told to anybody. Fails with `port_unavailable` (Disabled) when the one that was asked for is taken. */
  openReceiver(): Promise<RedirectReceiver>;
  /** At a port of its own, since a custom-scheme redirect has none, and so that both kinds are started the same way. */
  openStartLink(options: Omit<StartLinkOptions, "renderPage">): Promise<StartLink>;
  /** Ends the page that a reload still shows. */
  close(): Promise<void>;
}

/**
 * Checks how to listen on the loopback interface (RFC 8252 §7.3): by default at a free port of 127.0.0.1, or of ::1 where
 * that is missing.
 *
 * @throws ClientError `invalid_port`, `invalid_preference` or `invalid_page` (ValidationError).
 */
export function prepareLoopback(
  options: LoopbackOptions = {},
  page?: PageOption,
  pages: PagesInit = {},
): Loopback {
  const place = parsePlace(options);
  const renderPage = createPages(page, pages);
  const lastPage = new LastPage();
  return {
    openReceiver: () => openReceiver(place, renderPage, lastPage),
    openStartLink: async (link) =>
      openStartLink(await openListener({ ...place, port: 0 }), { ...link, renderPage }),
    close: () => lastPage.close(),
  };
}

async function openReceiver(
  place: LoopbackPlace,
  renderPage: RenderPage,
  lastPage: LastPage,
): Promise<RedirectReceiver> {
  const listener = await openListener(place);
  const { server, authority, close } = listener;
  const failure = new Promise<never>((_resolve, reject) => {
    server.on("error", () => reject(loopbackUnavailable()));
  });
  failure.catch(() => undefined);
  let shown: Promise<void> | undefined;
  const receiveAnswer = async <Answer>(judge: Judge<Answer>, receiving: ReceiveOptions): Promise<Answer> => {
    const received = await receive(listener, renderPage, judge, receiving);
    shown = received.shown;
    return received.answer;
  };
  const end = async (): Promise<void> => {
    if (shown && place.port === 0) return lastPage.keep(listener, shown);
    // A port that the game has chosen may be needed again at once, by another process as well.
    await shown;
    await close();
  };
  return {
    redirectUri: `http://${authority}${callbackPath}`,
    receive: (judge, receiving) => Promise.race([failure, receiveAnswer(judge, receiving)]),
    close,
    [Symbol.asyncDispose]: end,
  };
}

/** The answer that a flow waited for; the player's page is still on its way. */
interface Received<Answer> {
  readonly answer: Answer;
  /** When the player has the page, or will not come for it. Never fails. */
  readonly shown: Promise<void>;
}

async function receive<Answer>(
  listener: LoopbackListener,
  renderPage: RenderPage,
  judge: Judge<Answer>,
  { signal, onIgnored }: ReceiveOptions,
): Promise<Received<Answer>> {
  const { server, authority, close } = listener;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener("abort", abort);
      for (const event of ["request", "clientError", "connect"]) server.removeAllListeners(event);
    };
    const fail = (error: Error) => {
      end();
      server.on("request", drop);
      reject(error);
    };
    const abort = () => {
      // When the caller hears of the abort, the port is closed already.
      void close();
      fail(signal.reason as Error);
    };
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      const seen = answerRequest(request, response, { authority, renderPage, judge });
      if ("ignored" in seen) return onIgnored(seen.ignored);
      end();
      sendOn(response, `http://${authority}${donePath}`);
      const shown = serveDonePage(listener, (language) => renderPage(seen.outcome, language, seen.problem));
      resolve({ answer: seen.answer, shown });
    };
    signal.addEventListener("abort", abort, { once: true });
    reportUnreadable(server, guarded(onIgnored, fail));
    server.on("request", guarded(onRequest, fail));
  });
}

/** An error in the game's callback goes to the caller who waits, and must not end the process. */
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

/** What `judge` makes of a request; whatever is not the awaited redirect is answered. */
function answerRequest<Answer>(
  request: IncomingMessage,
  response: ServerResponse,
  { authority, renderPage, judge }: Reading<Answer>,
): Judgement<Answer> {
  const check = checkNavigation(request, authority, (path) => path === callbackPath);
  if ("ignored" in check) {
    sendStatus(response, check.status);
    return check;
  }
  const judged = judge(check.parameters);
  if ("ignored" in judged) {
    // Wrong parameters come from an old tab more often than from an attacker: the player gets an explanation.
    void sendPage(
      response,
      400,
      renderPage("stale", request.headers["accept-language"], problemOf(judged.ignored)),
    );
  }
  return judged;
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
