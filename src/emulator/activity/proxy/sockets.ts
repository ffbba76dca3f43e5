import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { guarded } from "../../../core/check/callback.ts";
import { urlOf } from "../../base/http.ts";
import { endWith, type Upgrade } from "../../base/sockets.ts";
import { requestTarget, type TargetAnswer, type Forwarding } from "./forward.ts";
import { hostOf, pairsOf, requestHeaders } from "./forwarded-headers.ts";
import { failed, unreachable } from "./problems.ts";
import type { RawData, WebSocket } from "ws";
import { parseObject } from "../../../core/request/response.ts";
import type { ActivityWindow, Relay } from "../window.ts";

export function forwardSocket({ request, socket, head }: Upgrade, forwarding: Forwarding): void {
  const { target, report } = forwarding;
  const { search, pathname } = urlOf(request);
  const headers = requestHeaders(request, target, { connection: "Upgrade", upgrade: "websocket" });
  const upstream = requestTarget(request, target, { search, headers });
  const drop = () => {
    upstream.destroy();
    socket.destroy();
  };
  const join = (answer: IncomingMessage, other: Duplex, rest: Buffer) => {
    socket.write(headOf(answer));
    other.unshift(rest);
    socket.unshift(head);
    // The pipeline starts and ends with the socket, so it adds more listeners than Node's default limit of ten.
    socket.setMaxListeners(socket.getMaxListeners() * 2);
    pipeline(socket, other, socket, () => {
      other.destroy();
      socket.destroy();
    });
  };
  const refuse = (answer: IncomingMessage) => {
    const { statusCode: status, statusMessage } = answer as TargetAnswer;
    report(failed(`WebSocket ${pathname}`, status, target.mapping));
    answer.resume();
    refuseSocket(socket, status, statusMessage);
  };
  const fail = (error: Error) => {
    report(unreachable(hostOf(target), error));
    refuseSocket(socket, 502, "Bad Gateway");
  };
  upstream.on("upgrade", guarded(join, drop)).on("response", guarded(refuse, drop));
  upstream.on("error", guarded(fail, drop));
  socket.on("close", guarded(drop, drop));
  upstream.end();
}

function headOf(answer: IncomingMessage): Buffer {
  const { httpVersion, statusCode, statusMessage } = answer;
  const lines = [...pairsOf(answer)].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`HTTP/${httpVersion} ${statusCode} ${statusMessage}\r\n${lines}\r\n`, "latin1");
}

export function refuseSocket(socket: Duplex, status: number, reason: string, text = ""): void {
  const length = Buffer.byteLength(text);
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
  endWith(socket, `${head}${text}`);
}

const mostUnreadBytes = 16 * 1024 * 1024;

/**
 * Relays arrays, which are RPC messages. An object sent to the page contains a problem to show. An object from the page reports
 * that the Activity was reloaded.
 */
export function relaySocket(socket: WebSocket, window: ActivityWindow): void {
  const send = (message: unknown) => {
    socket.send(JSON.stringify(message));
    if (socket.bufferedAmount > mostUnreadBytes) socket.terminate();
  };
  let connections = 0;
  const connect = (): Relay => {
    connections += 1;
    const own = connections;
    return window.connect(send, () => {
      if (own === connections) socket.close(1000, "This Activity window was closed or opened elsewhere.");
    });
  };
  let relay = connect();
  const unsubscribe = window.problems.news.listen(send);
  for (const problem of window.problems.all) send(problem);
  const take = (data: RawData, isBinary: boolean) => {
    const message = parseObject(isBinary ? "" : (data as Buffer).toString());
    if (Array.isArray(message)) relay.receive(message);
    else if (message["page"] === "new") relay = connect();
    else socket.close(1003, "A message must be a JSON array of an opcode and a payload.");
  };
  const end = () => {
    unsubscribe();
    connections += 1;
    relay.close();
  };
  const fail = () => socket.close(1011, "The emulator could not process this message.");
  socket.on("message", guarded(take, fail));
  socket.on("close", guarded(end, fail));
  // `close` follows `error`.
  socket.on("error", () => undefined);
}
