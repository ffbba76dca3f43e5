import { Agent, type IncomingMessage, request as startRequest } from "node:http";
import { text } from "node:stream/consumers";

/** A request and its expected status (default: 200). */
export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
}

export type Answer = Readonly<Record<string, unknown>>;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request. @throws Error with the response body if the status differs. */
export async function ask(url: string, outgoing: OutgoingRequest): Promise<Answer> {
  const response = await send(url, outgoing);
  const body = await text(response);
  const { method = "GET", status = 200 } = outgoing;
  if (response.statusCode !== status)
    throw new Error(`${method} ${url} was answered ${response.statusCode}: ${body.slice(0, 300)}`);
  return (body === "" ? {} : JSON.parse(body)) as Answer;
}

function send(url: string, outgoing: OutgoingRequest): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body } = outgoing;
  return new Promise((resolve, reject) => {
    const request = startRequest(url, { method, headers, agent, timeout: 30_000 }, resolve);
    request.on("timeout", () => request.destroy(new Error(`${method} ${url} was not answered in 30 s.`)));
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection just as it is reused.
      if (request.reusedSocket && error.code === "ECONNRESET") resolve(send(url, outgoing));
      else reject(error);
    });
    request.end(body);
  });
}

export function withJson(
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest {
  return { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function withForm(fields: Readonly<Record<string, string>>): OutgoingRequest {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: new URLSearchParams(fields).toString() };
}

export function bearer(token: unknown): OutgoingRequest {
  return { headers: { authorization: `Bearer ${String(token)}` } };
}
