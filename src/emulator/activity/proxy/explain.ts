import type { IncomingMessage, ServerResponse } from "node:http";
import { escapeHtml, pageHeaders, renderPage } from "../../base/page.ts";
import { type ActivityOrigin, frameAncestors } from "./content-security-policy.ts";
import type { ProblemText } from "./problem.ts";

/** Whether what is asked for is shown as a page: only there a person reads it. */
export function isForPage({ headers }: IncomingMessage): boolean {
  const target = headers["sec-fetch-dest"];
  if (target !== undefined) return ["document", "iframe", "frame"].includes(target);
  return headers.accept?.includes("text/html") === true;
}

/** Answers with what is wrong and what to do: a page in a frame, a line for everything else. */
export function explain(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { message, hint }: ProblemText,
  origin: ActivityOrigin,
): void {
  if (!isForPage(request)) {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
    return void response.end(`${message}\n${hint}\n`);
  }
  response.writeHead(status, {
    ...pageHeaders,
    "content-security-policy": pageHeaders["content-security-policy"]?.replace(
      "frame-ancestors 'none'",
      frameAncestors(origin),
    ),
    // It may be there in a moment: most servers are started after the emulator.
    ...(status >= 500 && { refresh: "2" }),
  });
  const again = status >= 500 ? "<p>This page tries again every two seconds.</p>" : "";
  const body = `<p role="alert">${escapeHtml(message)}</p><p>${escapeHtml(hint)}</p>${again}`;
  response.end(renderPage("The Activity cannot be shown", body));
}
