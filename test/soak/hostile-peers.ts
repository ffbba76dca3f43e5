import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Envelope, hostileBytes, plain, type Random } from "./hostile-bytes.ts";

/** A hostile peer's behavior: its opening bytes and its framing. */
export interface Manner {
  readonly envelope: Envelope;
  /** Valid messages from a regular peer. */
  readonly honest: readonly [string, ...string[]];
  /** Valid opening bytes, without which the rest is not parsed. */
  readonly opening?: ((random: Random) => Buffer) | undefined;
}

const maxConcurrent = 8;

/** Writes hostile bytes in pieces, all at once or endlessly, then half-closes, closes, resets or keeps the connection. */
async function attack(socket: Socket, random: Random, { envelope, honest, opening }: Manner): Promise<void> {
  socket.on("error", () => undefined);
  if (random.below(4) === 0) socket.pause();
  else socket.resume();
  if (opening && random.below(10) > 0) socket.write(opening(random));
  for (let count = random.below(6); count >= 0 && !socket.destroyed; count--) {
    const bytes = hostileBytes(random, random.below(20) === 0 ? plain : envelope, honest);
    if (random.below(3) > 0) socket.write(bytes);
    else for (const piece of pieces(bytes, random)) if (!socket.destroyed) socket.write(piece);
    await wait(random.below(20));
  }
  const leave = random.below(4);
  if (leave === 0) socket.end();
  else if (leave === 1) socket.destroy();
  // A socket with a path cannot be reset.
  else if (leave === 2 && socket.remotePort !== undefined) socket.resetAndDestroy();
  await wait(random.below(500));
  socket.destroy();
}

function pieces(bytes: Buffer, random: Random): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length && cut.length < 200;) {
    const size = 1 + random.below(cut.length < 100 ? 40 : 60_000);
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

/** Listens at `path` in place of a regular program. @param reached - called for each connection. */
export function hostileServer(
  path: string,
  random: Random,
  behavior: Manner,
  reached: () => void,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    reached();
    void attack(socket, random, behavior);
  });
  return new Promise((resolve) => server.listen(path, () => resolve(server)));
}

/** Repeatedly connects to the current `target` until `signal` aborts. @param reached - called for each connection. */
export async function hostileClients(
  target: () => string | number | undefined,
  random: Random,
  behavior: Manner,
  reached: () => void,
  signal: AbortSignal,
): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const at = target();
      if (at === undefined) {
        await wait(20);
        continue;
      }
      const address = typeof at === "string" ? { path: at } : { port: at, host: "127.0.0.1" };
      const socket = connect({ ...address, allowHalfOpen: true }, reached);
      await attack(socket, random, behavior);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, one));
}
