import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { guarded, ignore } from "../../core/check/callback.ts";
import {
  dropSocket,
  sendOn,
  sendPage,
  sendStatus,
  type LoopbackListener,
  checkVisit,
} from "./loopback-server.ts";
import type { RenderPage } from "../page/page.ts";
import { sameText } from "../callback.ts";
import type { FindPeer, Peer } from "./peer.ts";
import type { IgnoredReason } from "./receiver.ts";

const linkPath = "/start/";

/** Milliseconds after a sign-in in which a second visit still revokes its tokens: the browser comes sooner. */
const watchMs = 10_000;

/**
 * The link that a browser is started on. Every user of the machine can read the browser's command line, so it must not hold
 * the authorize URL with its state: the link forwards there once, and a second visit means that another person has the link.
 */
export interface StartLink extends AsyncDisposable {
  readonly url: string;
  /** The random part of {@link url}. */
  readonly secret: string;
  /** Aborted by the second visit, with `start_link_reused` as its reason. */
  readonly reused: AbortSignal;
  /** Whether the browser has been there. */
  isOpened(): boolean;
  /**
   * Called after a successful sign-in. If the first visitor may have been another user, whose link the browser is still about to
   * open, the port answers for ten seconds more, and disposing does not close it. It keeps no process alive.
   */
  watch(): void;
  /** Closes the port at once. */
  close(): Promise<void>;
}

/** The answers to visits. */
export interface StartLinkOptions {
  /** The target of the first visit. */
  readonly target: string;
  readonly renderPage: RenderPage;
  readonly findPeer: FindPeer;
  /** Called with the visits of other users: they learn nothing, and end nothing. */
  readonly onIgnored: (reason: IgnoredReason) => void;
}

/**
 * Forwards the first visit on `listener`. A visit is a plain top-level navigation; what a browser asks besides (HEAD,
 * prefetch, icons) is refused, learns nothing, and does not count.
 */
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
  // Input that is not HTTP at all is handled by the server's limits.
  server.on("request", guarded(answer, refuse)).on("clientError", guarded(dropSocket, ignore));
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
      // The port is free at once; the player does not wait until the system confirms it.
      void close();
    },
  };
}

function refuse(_error: unknown, _request: IncomingMessage, response: ServerResponse): void {
  response.destroy();
}

function startLinkReused(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "start_link_reused",
    message:
      "The link that was given to the browser was opened twice: another program or user of this machine may have seen the sign-in.",
    hint: "Start again. If it happens each time, find out what opens the link besides the browser.",
    retryable: true,
  });
}
