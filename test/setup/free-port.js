import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

/**
 * Returns a free port on 127.0.0.1 below the ephemeral range (from 32,768). The system may assign an ephemeral port to a connection
 * before a program can listen on it.
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
 * Tests a port by connecting to it. Listening on it could leave the socket open in a process that another thread is spawning.
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
