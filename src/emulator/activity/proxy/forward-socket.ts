import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { guarded } from "../../../core/check/callback.ts";
import { urlOf } from "../../base/http.ts";
import { endWith, type Upgrade } from "../../base/sockets.ts";
import { askTarget, type TargetAnswer } from "./ask-target.ts";
import type { Forwarding } from "./forward.ts";
import { hostOf, upgradeHeaders } from "./forwarded-headers.ts";
import { failed, unreachable } from "./problem.ts";

/** Hands a WebSocket on to the server that a mapping leads to: once it has agreed, both sides speak as if nothing were between. */
export function forwardSocket({ request, socket, head }: Upgrade, forwarding: Forwarding): void {
  const { target, tell } = forwarding;
  const { search, pathname } = urlOf(request);
  const asked = askTarget(request, target, { search, headers: upgradeHeaders(request, target) });
  const drop = () => {
    asked.destroy();
    socket.destroy();
  };
  const join = (answer: IncomingMessage, other: Duplex, rest: Buffer) => {
    socket.write(headOf(answer));
    other.unshift(rest);
    socket.unshift(head);
    pipeline(socket, other, socket, () => {
      other.destroy();
      socket.destroy();
    });
  };
  const refuse = (answer: IncomingMessage) => {
    const { statusCode: status, statusMessage } = answer as TargetAnswer;
    tell(failed(`WebSocket ${pathname}`, status, target.mapping));
    answer.resume();
    refuseSocket(socket, status, statusMessage);
  };
  const fail = (error: Error) => {
    tell(unreachable(hostOf(target), error));
    refuseSocket(socket, 502, "Bad Gateway");
  };
  asked.on("upgrade", guarded(join, drop)).on("response", guarded(refuse, drop));
  asked.on("error", guarded(fail, drop));
  socket.on(
    "close",
    guarded(() => asked.destroy(), drop),
  );
  asked.end();
}

/** The answer as it came: what the two agreed on is in its headers. */
function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** Refuses a request for a WebSocket, with a reason that a person can read. */
export function refuseSocket(socket: Duplex, status: number, reason: string, text = ""): void {
  const length = Buffer.byteLength(text);
  const head = `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
  endWith(socket, `${head}${text}`);
}
