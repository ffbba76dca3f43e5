import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { createServer as createTlsServer } from "node:tls";

/** Each direction of a connection can end independently. */
const allowHalfOpen = true;

export function passOn(socket: Socket, port: number): void {
  const onward = connect({ port, host: "127.0.0.1", allowHalfOpen });
  // Errors are ignored: both peers see the end of the connection.
  pipeline(socket, onward, socket, () => undefined);
}

export interface FrontInit {
  readonly target: number;
  /** PEM, for the service's host names. */
  readonly key: Buffer | undefined;
  readonly cert: Buffer | undefined;
  /** Ports for HTTPS and HTTP. Default: 443 and 80. */
  readonly ports?: readonly [tls: number, plain: number] | undefined;
}

export class Front implements AsyncDisposable {
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();

  static async start({ target, key, cert, ports = [443, 80] }: FrontInit): Promise<Front> {
    const pass = (socket: Socket) => passOn(socket, target);
    const front = new Front([
      createTlsServer({ key, cert, allowHalfOpen }, pass),
      createServer({ allowHalfOpen }, pass),
    ]);
    try {
      await Promise.all(front.#servers.map((server, at) => listen(server, ports[at])));
    } catch (error) {
      await front[Symbol.asyncDispose]();
      throw error;
    }
    return front;
  }

  private constructor(servers: readonly Server[]) {
    this.#servers = servers;
    for (const server of servers) server.on("connection", (socket: Socket) => this.#keep(socket));
  }

  get ports(): readonly number[] {
    return this.#servers.map((server) => (server.address() as AddressInfo).port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

async function listen(server: Server, port: number | undefined): Promise<void> {
  await once(server.listen(port, "127.0.0.1"), "listening");
}
