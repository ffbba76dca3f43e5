import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";

/** A socket's address has room for so many bytes on every system (macOS: 104 with the end mark; Linux: 108). */
const longestAddress = 103;

const longestTemporaryFolder = 50;

/** On Windows, sockets have a namespace of their own; a file of the same name marks them in the folder. */
export function endpoint(folder: string, token: string): string {
  return process.platform === "win32" ? `\\\\.\\pipe\\slashpass-${token}` : join(folder, token);
}

/**
 * Calls `use` with a path of the socket `path` that fits into an address, however long `path` is: a link leads to its
 * folder. A longer one must never reach the system, since Node 20 cuts it without a word, and two processes that cut the
 * same path do not meet at the same socket.
 */
export async function atSocketPath<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === "win32" || Buffer.byteLength(path) <= longestAddress) return use(path);
  // mkdtemp makes the folder for this user alone: no other user can redirect the link.
  const detour = await mkdtemp(join(temporaryFolder(), "slashpass-"));
  try {
    const link = join(detour, "to");
    await symlink(dirname(path), link);
    return await use(join(link, basename(path)));
  } finally {
    await rm(detour, { recursive: true, force: true });
  }
}

function temporaryFolder(): string {
  const folder = tmpdir();
  return isAbsolute(folder) && Buffer.byteLength(folder) <= longestTemporaryFolder ? folder : "/tmp";
}
