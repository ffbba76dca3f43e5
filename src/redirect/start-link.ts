import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ClientError, ErrorType } from "../errors.ts";
import { sendOn, sendPage, sendStatus } from "./loopback-answer.ts";
import type { LoopbackListener } from "./loopback-listener.ts";
import { checkNavigation } from "./loopback-request.ts";
import type { RenderPage } from "./page.ts";

const linkPath = "/start/";

/**
 * What a browser is started on. Its command line can be read by every user of the machine, so it may not hold the
 * authorize URL with its state: the link forwards there once, and a second visit tells that somebody else has it too.
 */
export interface StartLink extends AsyncDisposable {
  readonly url: string;
  /** The random part of {@link url}. */
  readonly secret: string;
}

/** What becomes of a visit. */
export interface StartLinkOptions {
  /** Where the first visit is sent. */
  readonly target: string;
  readonly renderPage: RenderPage;
  /** Called at the second visit, before it is answered. */
  readonly onReused: (error: ClientError) => void;
}

/**
 * Forwards the first visit on `listener`. A visit is a plain top-level navigation; what a browser asks besides (HEAD,
 * prefetch, icons) is refused, learns nothing, and does not count.
 */
export function openStartLink(
  { server, authority, close }: LoopbackListener,
  { target, renderPage, onReused }: StartLinkOptions,
): StartLink {
  const secret = randomBytes(32).toString("base64url");
  let isUsed = false;
  let delivered = Promise.resolve();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const check = checkNavigation(request, authority, (path) => sameText(path, linkPath + secret));
    if ("ignored" in check) return sendStatus(response, check.status);
    if (!isUsed) {
      isUsed = true;
      return sendOn(response, target);
    }
    const error = startLinkReused();
    onReused(error);
    delivered = sendPage(response, 410, renderPage("failed", request.headers["accept-language"], error));
  });
  // Input that is not HTTP at all is handled by the server's limits.
  server.on("clientError", (_error, socket) => socket.destroy());
  return {
    url: `http://${authority}${linkPath}${secret}`,
    secret,
    async [Symbol.asyncDispose]() {
      await delivered;
      // The port is free at once; that the system says so later is not worth the player's time.
      void close();
    },
  };
}

/** Compares digests, so that the time taken tells nothing about the path. */
function sameText(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
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
