import type { ServerResponse } from "node:http";
import { guarded } from "../../core/check/guarded.ts";
import type { Page } from "../page/page.ts";

/** A browser that does not read the page, or does not come for it, may not hold up the game. */
export const longestDeliveryMs = 1_000;

/** A bare status, for whatever is not a browser with the player before it. */
export function sendStatus(response: ServerResponse, status: number): void {
  const allow = status === 405 ? { allow: "GET" } : {};
  const headers = { ...allow, "cache-control": "no-store", "content-length": "0", connection: "close" };
  response.writeHead(status, headers).end();
}

/** Resolves when the page has been delivered, or will not be. */
export function sendPage(response: ServerResponse, status: number, page: Page): Promise<void> {
  const body = Buffer.from(page.html);
  const headers = { ...page.headers, "content-length": body.length, connection: "close" };
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestDeliveryMs);
    // "close" comes after the last byte, and also when the browser has gone away
    response.once(
      "close",
      guarded(
        () => {
          clearTimeout(timer);
          resolve();
        },
        () => resolve(),
      ),
    );
    response.writeHead(status, headers).end(body);
  });
}

/** Sends the browser on, so that neither its cache nor a `Referer` keeps where it came from. */
export function sendOn(response: ServerResponse, target: string): void {
  const headers = {
    location: target,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-length": "0",
    connection: "close",
  };
  response.writeHead(303, headers).end();
}
