import { isAbsolute, join } from "node:path";

/**
 * Sockets of the session bus, in the order in which they are to be tried (D-Bus specification, "Server Addresses"): Node
 * connects to a Unix socket that has a path, or an abstract name (from Node 22 on).
 */
export function sessionBusSockets(environment: NodeJS.ProcessEnv): string[] {
  const { DBUS_SESSION_BUS_ADDRESS: given, XDG_RUNTIME_DIR: runtime } = environment;
  if (given) return given.split(";").flatMap(socketOf);
  // Where systemd puts it.
  return runtime !== undefined && isAbsolute(runtime) ? [join(runtime, "bus")] : [];
}

function socketOf(address: string): string[] {
  if (!address.startsWith("unix:")) return [];
  const pairs = address.slice("unix:".length).split(",");
  for (const pair of pairs) {
    const [key, value = ""] = pair.split("=", 2);
    if (key === "path") return [unescape(value)];
    if (key === "abstract") return [`\0${unescape(value)}`];
  }
  return [];
}

function unescape(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
