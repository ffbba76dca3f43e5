import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

/**
 * A port of 127.0.0.1 at which nobody listens now. It is none of those that systems give to connections, from 32,768 on:
 * such a one may be somebody's by the time that a program listens there.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(11_000, 32_000);
    if (await isFree(port)) return port;
  }
}

/**
 * Looked at from outside: a socket that listened there to find out might be held, when it is closed, by a process that another
 * thread is just starting.
 *
 * @param {number} port
 */
async function isFree(port) {
  const socket = connect(port, "127.0.0.1");
  const isTaken = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return !isTaken;
}
