import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdirSync, renameSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Holds the lock `lockPath` until the test ends. `backlog` limits the number of pending connections. */
export async function listenAt(lockPath: string, token: string, backlog?: number): Promise<Server> {
  mkdirSync(lockPath, { recursive: true, mode: 0o700 });
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen({ path: join(lockPath, token), ...(backlog === undefined ? {} : { backlog }) });
  await once(server, "listening");
  return server;
}

/** Creates an exited process's lock, whose socket file remains. */
export async function deadSocket(lockPath: string, token: string): Promise<void> {
  const server = await listenAt(lockPath, "moving");
  renameSync(join(lockPath, "moving"), join(lockPath, token));
  server.close();
}

/** Calls `act` just before the next connection attempt. */
export function beforeNextConnection(act: () => void): void {
  const channel = "net.client.socket";
  const listener = () => {
    unsubscribe(channel, listener);
    act();
  };
  subscribe(channel, listener);
}
