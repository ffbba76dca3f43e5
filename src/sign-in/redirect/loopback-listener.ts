import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ClientError, ErrorType } from "../../core/errors.ts";
import type { LoopbackPlace } from "./loopback-options.ts";
import { closeServer, createLoopbackServer, listen } from "./loopback-server.ts";

/** An HTTP server on the loopback interface. */
export interface LoopbackListener {
  readonly server: Server;
  /** As a browser writes it into the Host header: without the port where that is 80. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/**
 * Listens at the first host of `place` that can be bound.
 *
 * @throws ClientError (Disabled) `port_unavailable`, `loopback_unavailable`, `too_many_files` (retryable).
 */
export async function openListener({ hosts, port }: LoopbackPlace): Promise<LoopbackListener> {
  for (const host of hosts) {
    const server = createLoopbackServer();
    try {
      await listen(server, host, port);
      return { server, authority: authorityOf(server, host), close: () => closeServer(server) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (port !== 0 && (code === "EADDRINUSE" || code === "EACCES")) throw portUnavailable(port, code);
      if (code === "EMFILE" || code === "ENFILE") throw tooManyFiles(code);
    }
  }
  throw loopbackUnavailable();
}

function authorityOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return new URL(`http://${host === "::1" ? "[::1]" : host}:${port}`).host;
}

function portUnavailable(port: number, reason: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "port_unavailable",
    message: `Port ${port} of the loopback interface cannot be opened (${reason}).`,
    hint: "Another program uses it. Leave out the port to use any free one.",
  });
}

function tooManyFiles(code: "EMFILE" | "ENFILE"): ClientError {
  const who = code === "EMFILE" ? "this process has" : "the system has";
  return new ClientError({
    type: ErrorType.Disabled,
    code: "too_many_files",
    message: `No port of the loopback interface can be opened: ${who} too many open files.`,
    hint: "Close files and connections that are no longer needed, or raise the limit (ulimit -n).",
    retryable: true,
  });
}

export function loopbackUnavailable(): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "loopback_unavailable",
    message: "No port could be opened on the loopback interface (127.0.0.1, ::1).",
    hint: "Allow the game to listen on this machine, or use a custom-scheme redirect.",
  });
}
