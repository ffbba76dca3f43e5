import net from "node:net";

const socket = net.Socket.prototype as unknown as { connect: (...args: unknown[]) => net.Socket };
const { connect } = socket;

/**
 * No test may reach another machine. Every TCP connection of the process goes through here,
 * those of `fetch` included.
 */
function connectToLoopback(this: net.Socket, ...args: unknown[]): net.Socket {
  const host = targetHost(args);
  if (host !== undefined && !isLoopback(host)) throw new Error(`A test tried to connect to ${host}.`);
  return Reflect.apply(connect, this, args);
}

// Test files may share the process, and this file be read for each.
if (connect.name !== connectToLoopback.name) socket.connect = connectToLoopback;

function targetHost(args: unknown[]): string | undefined {
  const [first] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first !== "object" || first === null) return typeof args[1] === "string" ? args[1] : undefined;
  const { host, path } = first as { host?: string | null; path?: string | null };
  return path ? undefined : (host ?? undefined);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
