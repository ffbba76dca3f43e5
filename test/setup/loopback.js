import net from "node:net";

/** @type {{ connect: (this: net.Socket, ...args: unknown[]) => net.Socket }} */
const socket = /** @type {never} */ (net.Socket.prototype);

/**
 * Restricts the process to loopback connections. Covers every TCP connection, including those made by `fetch`.
 *
 * @param {(host: string) => void} refuse - called with another machine's host name; throws.
 */
export function allowLoopbackOnly(refuse) {
  const { connect } = socket;
  // Test files may share the process, and each calls this once.
  if (connect.name === "connectToLoopback") return;
  socket.connect = function connectToLoopback(...args) {
    const host = targetHost(args);
    if (host !== undefined && !isLoopback(host)) refuse(host);
    return Reflect.apply(connect, this, args);
  };
}

/** @param {unknown[]} args */
function targetHost(args) {
  const [first] = Array.isArray(args[0]) ? /** @type {unknown[]} */ (args[0]) : args;
  if (typeof first !== "object" || first === null) return typeof args[1] === "string" ? args[1] : undefined;
  const { host, path } = /** @type {{ host?: string | null, path?: string | null }} */ (first);
  return path ? undefined : (host ?? undefined);
}

/** @param {string} host */
function isLoopback(host) {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
