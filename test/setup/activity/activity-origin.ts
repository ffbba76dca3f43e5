import type { ActivityWindow } from "../../../src/emulator/activity/window.ts";
import type { EmulatorApplication } from "../../../src/emulator/state/application.ts";
import { type OpenEmulator, startOpenEmulator } from "../emulator/live-world.ts";
import { openLaunched } from "./launched.ts";
import { once } from "node:events";
import {
  type ClientRequest,
  type IncomingMessage,
  request as startRequest,
  type RequestListener,
} from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../../src/emulator/index.ts";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type LocalServer, startServer } from "../emulator/game.ts";

/** An emulator with two applications whose Activities the test opens. */
export interface OpenOrigin extends OpenEmulator {
  readonly open: (application?: EmulatorApplication) => ActivityWindow;
}

export async function startActivityOrigin(): Promise<OpenOrigin> {
  const emulator = await startOpenEmulator({
    world: { applications: [{ name: "Reef" }, { name: "Cove" }] },
  });
  const [reef] = emulator.world.applications;
  return { ...emulator, open: (application = reef) => openLaunched(emulator, { application }) };
}

export interface OriginRequest {
  /** Default: the first application's origin. */
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Served = Pick<Emulator, "webBase" | "application">;

export function originHost({ webBase, application }: Served): string {
  return `${application.id}.localhost:${new URL(webBase).port}`;
}

/** Starts a request. Node's `fetch` cannot override the Host header. */
export function beginRequest(emulator: Served, path: string, request: OriginRequest = {}): ClientRequest {
  const { host, method, headers } = request;
  const { hostname, port } = new URL(emulator.webBase);
  const sent = { host: host ?? originHost(emulator), ...headers };
  return startRequest({ hostname, port, path, method: method ?? "GET", headers: sent, agent: false });
}

/** Sends a request to an Activity's origin as a browser would, resolving subdomains of `localhost` to this machine. */
export async function requestOrigin(emulator: Served, path: string, request: OriginRequest = {}) {
  const sent = beginRequest(emulator, path, request);
  sent.end(request.body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

/** Requests a WebSocket. Returns the socket, or the response if the upgrade is rejected. */
export async function requestSocket(
  emulator: Served,
  path: string,
  request: OriginRequest = {},
): Promise<{ socket: Socket; status: number | undefined } | { status: number | undefined; text: string }> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...request.headers,
  };
  const sent = beginRequest(emulator, path, { ...request, headers });
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

/** An Activity's origin and its page's server, shared by all tests in a file. */
export interface MappedPage {
  readonly origin: OpenOrigin;
  /** The page's own host name and port. */
  readonly address: string;
  /** The page server's listener. Each test sets its own. */
  serve: RequestListener;
  /** The requests received in this test. */
  readonly requests: IncomingMessage[];
  /** Sets the URL mappings for the first application's Activity. Default: maps everything to the page's own server. */
  readonly map: (...mappings: { prefix: string; target: string }[]) => void;
  /** The messages of the problems reported in all windows. */
  readonly problems: () => readonly string[];
}

/** Starts one origin and server for all tests in a file. Closes each test's windows when the test ends. */
export function useMappedPage(): MappedPage {
  let origin: OpenOrigin;
  let page: LocalServer;
  const requests: IncomingMessage[] = [];
  beforeAll(async () => {
    origin = await startActivityOrigin();
    page = await startServer((request, response) => {
      requests.push(request);
      mapped.serve(request, response);
    });
  });
  afterAll(async () => {
    await origin[Symbol.asyncDispose]();
    await page.close();
  });
  afterEach(() => {
    requests.length = 0;
    for (const frame of origin.windows.all) frame.close();
  });
  const mapped: MappedPage = {
    get origin() {
      return origin;
    },
    get address() {
      return new URL(page.url).host;
    },
    requests,
    serve: () => undefined,
    map(...mappings) {
      mapped.serve = (_request, response) => response.end("here");
      const all = mappings.length > 0 ? mappings : [{ prefix: "/", target: mapped.address }];
      origin.application.setActivity({ mappings: all });
    },
    problems: () => origin.windows.all.flatMap(({ problems }) => problems.all.map(({ message }) => message)),
  };
  return mapped;
}
