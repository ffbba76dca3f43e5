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
import { sameText } from "../authorization-endpoint.ts";
import type { FindPeer, Peer } from "./peer.ts";
import type { IgnoredReason } from "./receiver.ts";

const linkPath = "/start/";

/** How long after a sign-in a second visit still revokes its tokens, in milliseconds. */
const watchMs = 10_000;

/**
 * All users of the machine can read the browser's command line, so the browser starts with this link instead of the authorize
 * URL. It redirects once; a second visit means that another person has the link.
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
  /** Called with rejected visits of other users. */
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
      // Not awaited: the port is free immediately.
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
    message: "The sign-in link was opened twice. Another program or user of this machine may have seen it.",
    hint: "Start again. If this happens every time, find the program that opens the link.",
    retryable: true,
  });
}
