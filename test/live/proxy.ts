import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { close, listen } from "./local-server.ts";

/** A response from the service. */
export interface Passed {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** A recorded request and its response. */
export interface Recorded extends Passed {
  readonly method: string;
  readonly path: string;
}

export interface ProxyOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** The service's URL. Without it, every response must come from `respond`. */
  readonly target?: string;
  /** Responds instead of the service. */
  readonly respond?: (method: string, path: string) => Passed | undefined;
  /** Changes a response from the service. */
  readonly alter?: (response: Recorded) => Passed;
  /** Called with each response from the service. */
  readonly record?: (response: Recorded) => void;
}

export interface Proxy extends AsyncDisposable {
  readonly base: string;
}

/** Starts a proxy on 127.0.0.1. It keeps the `Host` header, because the service derives its redirects from it. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    answer(options, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  return { base: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => close(server) };
}

async function answer(
  { target, respond, alter = (response) => response, record }: ProxyOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await buffer(incoming);
  const { method = "GET", url: path = "/" } = incoming;
  let response = respond?.(method, path);
  if (!response && target !== undefined) {
    const passed = { method, path, ...(await forward(target, incoming, body)) };
    record?.(passed);
    response = alter(passed);
  }
  const { status, headers, body: text } = response ?? { status: 502, headers: {}, body: "" };
  outgoing.writeHead(status, headers).end(text);
}

const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
]);

async function forward(
  target: string,
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
): Promise<Passed> {
  const sent = request(new URL(url, target), { method, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const kept = Object.entries(response.headers).filter(([name]) => !hopHeaders.has(name));
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept),
    body: (await buffer(response)).toString("utf8"),
  };
}

/** Returns the recorded responses in order for each method and path. */
export function replayer(
  recorded: readonly Recorded[],
): (method: string, path: string) => Passed | undefined {
  const left = [...recorded];
  return (method, path) => {
    const index = left.findIndex((one) => one.method === method && one.path === path);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
}
