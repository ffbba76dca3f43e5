import { once } from "node:events";
import { readdir, readFile, readlink } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { readProblem } from "../../core/resolve/read-file.ts";
import { Failure, describeError } from "./failure.ts";
import { escapeControls } from "./terminal-text.ts";

export async function namingPortHolder<T>(port: number | undefined, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    const { code, message, hint } = describeError(error);
    const isTaken = code === "port_unavailable" && port !== undefined;
    const holder = isTaken ? await portHolder(port) : undefined;
    if (holder === undefined) throw error;
    throw new Failure(`${message} The port is in use by ${holder}.`, { code, hint });
  }
}

/**
 * Listens on 127.0.0.1.
 *
 * @param port - 0 for a free port.
 * @returns the port.
 * @throws Failure `port_unavailable`.
 */
export async function listenLocally(
  server: Server,
  port: number,
  { what, hint }: { readonly what: string; readonly hint: string },
): Promise<number> {
  const listening = once(server.listen(port, "127.0.0.1"), "listening").catch((error: unknown) => {
    const message = `${what} cannot listen on 127.0.0.1:${port} (${readProblem(error)}).`;
    throw new Failure(message, { code: "port_unavailable", hint });
  });
  await namingPortHolder(port, listening);
  return (server.address() as AddressInfo).port;
}

/**
 * Finds the process that is listening on a local port, for example `node (process 4711)`. Linux only, and only for processes of
 * the same user (proc_pid_fd(5)).
 */
export async function portHolder(port: number, proc = "/proc"): Promise<string | undefined> {
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => read(`${proc}/net/${name}`)));
  const sockets = tables.flatMap((table) => listenersIn(table, port));
  if (sockets.length === 0) return undefined;
  const pids = (await list(proc)).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const folder = `${proc}/${pid}/fd`;
    const links = (await list(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => ""));
    const held = await Promise.all(links);
    if (!held.some((target) => sockets.includes(target))) continue;
    return `${escapeControls((await read(`${proc}/${pid}/comm`)).trim())} (process ${pid})`;
  }
  return undefined;
}

/** Returns listening sockets as descriptor links: `socket:[12345]` (proc_pid_net(5); state 0A is TCP_LISTEN). */
function listenersIn(table: string, port: number): readonly string[] {
  const expected = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === "0A" && local.endsWith(`:${expected}`) ? [`socket:[${inode}]`] : [];
  });
}

function read(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

function list(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
