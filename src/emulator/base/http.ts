import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "./refusal.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";

/** The address of a request; whatever is no path stands for the root. */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://emulator${url.startsWith("/") ? url : "/"}`);
}

const largestBody = 4 * 1024 * 1024;

/** The whole body of a request as text. @throws Refusal 413 above 4 MiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new Refusal(413, JsonErrorCode.BodyTooLarge, "Request entity too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers with JSON, or with nothing when there is no body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
