import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../../src/emulator/index.ts";

export interface Asked {
  /** Default: the origin of the first application. */
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Served = Pick<Emulator, "webBase" | "application">;

export function originHost({ webBase, application }: Served): string {
  return `${application.id}.localhost:${new URL(webBase).port}`;
}

/** Starts a request. Node's `fetch` cannot send a different Host header. */
function begin(emulator: Served, path: string, { host, method, headers }: Asked) {
  const { hostname, port } = new URL(emulator.webBase);
  const sent = { host: host ?? originHost(emulator), ...headers };
  return request({ hostname, port, path, method: method ?? "GET", headers: sent, agent: false });
}

/** Sends a request to an Activity's origin like a browser, which resolves names below `localhost` to this machine. */
export async function askOrigin(emulator: Served, path: string, asked: Asked = {}) {
  const sent = begin(emulator, path, asked);
  sent.end(asked.body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: answer.statusCode,
    headers: answer.headers,
    raw: answer.rawHeaders,
    text: await text(answer),
  };
}

/** Requests a WebSocket. Returns its socket, or the response if the upgrade is rejected. */
export async function askSocket(
  emulator: Served,
  path: string,
  asked: Asked = {},
): Promise<{ socket: Socket; status: number | undefined } | { status: number | undefined; text: string }> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...asked.headers,
  };
  const sent = begin(emulator, path, { ...asked, headers });
  sent.end();
  const [kind, answer, socket] = await Promise.race([
    once(sent, "upgrade").then(
      ([response, opened]) => ["upgrade", response as IncomingMessage, opened as Socket] as const,
    ),
    once(sent, "response").then(
      ([response]) => ["response", response as IncomingMessage, undefined] as const,
    ),
  ]);
  if (kind === "upgrade") return { socket, status: answer.statusCode };
  return { status: answer.statusCode, text: await text(answer) };
}
