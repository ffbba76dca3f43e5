import type { IncomingMessage, ServerResponse } from "node:http";
import { guarded } from "../../core/check/guarded.ts";
import { longestDeliveryMs, sendPage } from "../redirect/loopback-answer.ts";
import type { LoopbackListener } from "../redirect/loopback-listener.ts";
import { checkNavigation } from "../redirect/loopback-request.ts";
import type { Page } from "./page.ts";

/** Where the player sees the page: an address without the code, which stays in no history and no address bar. */
export const donePath = "/done";

/**
 * Serves the page of a flow that is over, and nothing else: who sends the redirect once more gets no answer.
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
