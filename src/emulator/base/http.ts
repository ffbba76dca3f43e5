import type { IncomingMessage, ServerResponse } from "node:http";
import { isMultipart, type Upload } from "./form.ts";
import { bodyTooLarge, type Refusal } from "./refusal.ts";
import { messageLimits } from "../../wire/message-limits.ts";

/** The address of a request. A request target that is not a path counts as "/". */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  return new URL(`http://emulator${url.startsWith("/") ? url : "/"}`);
}

/** Largest body with JSON: a hundred commands in every language. */
const largestJson = 4 * 1024 * 1024;
/** Largest body of a message with files. */
export const largestUpload: number = largestJson + messageLimits.files * messageLimits.fileBytes;
/** Largest body of a form, from a page or an application. */
export const largestForm: number = 32 * 1024;

/** The whole body of a request as text. @throws Refusal 413 above `most` bytes, which leaves the connection open for it. */
export async function readBody(request: IncomingMessage, most: number = largestJson): Promise<string> {
  return (await readBytes(request, most)).toString("utf8");
}

/** The whole body of a request to the API, which may hold files. @throws Refusal 413 as {@link readBody}. */
export function readApiBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const most = isMultipart(request.headers["content-type"]) ? largestUpload : largestJson;
  return readBytes(request, most);
}

async function readBytes(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The iterator of the request itself would end the connection, and with it the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) break;
    chunks.push(chunk);
  }
  if (size > most) throw tooLarge(request, most);
  const bytes = Buffer.concat(chunks);
  bodies.set(request, bytes);
  return bytes;
}

const bodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>();

/** The body of a request, for those who record what went by; nothing where nobody has read it. */
export function bodyOf(request: IncomingMessage): Buffer<ArrayBuffer> {
  return bodies.get(request) ?? Buffer.alloc(0);
}

/**
 * The rest is read and dropped: a client that is still sending would not look at the answer. Not before the iterator has
 * ended: a request that is iterated does not flow, and the next one on its connection would never be read.
 */
function tooLarge(request: IncomingMessage, most: number): Refusal {
  request.resume();
  return bodyTooLarge("body", most);
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

/** Answers with the bytes of a file. A page that somebody sent does not act as one of the emulator's own. */
export async function sendFile(response: ServerResponse, { content, contentType }: Upload): Promise<void> {
  const bytes = Buffer.from(await content.arrayBuffer());
  response.writeHead(200, {
    "content-type": contentType,
    "content-length": bytes.length,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  response.end(bytes);
}
