import { extractFile, statFile } from "@electron/asar";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, toNamespacedPath } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** A file inside an archive, or next to it if unpacked. */
interface Archived {
  readonly archive: string;
  readonly name: string;
  readonly unpacked: string | undefined;
}

/**
 * Makes archives (`app.asar`) accessible in this process as Electron does, as far as the package needs: `fs` reads files inside
 * them, and libraries are loaded from the unpacked directory or else from a copy. The rest of the system cannot access the
 * archives.
 *
 * @returns a function that restores the original modules.
 */
export function openArchives(): () => void {
  const real = {
    existsSync: fs.existsSync,
    readFileSync: fs.readFileSync,
    dlopen: process.dlopen.bind(process),
  };
  const readFileSync = (path: fs.PathOrFileDescriptor, ...rest: []) => {
    const file = archived(path);
    if (file === undefined) return real.readFileSync(path, ...rest);
    if (file === "missing")
      throw Object.assign(new Error(`not found in ${String(path)}`), { code: "ENOENT" });
    return file.unpacked === undefined
      ? extractFile(file.archive, file.name)
      : real.readFileSync(file.unpacked, ...rest);
  };
  const dlopen = (module: object, path: string, ...rest: []) => {
    const file = archived(path);
    if (file === undefined || file === "missing") return real.dlopen(module, path, ...rest);
    return real.dlopen(module, toNamespacedPath(file.unpacked ?? copyOut(file)), ...rest);
  };
  const existsSync = (path: fs.PathLike) => {
    const file = archived(path);
    return file === undefined ? real.existsSync(path) : file !== "missing";
  };
  Object.assign(fs, { existsSync, readFileSync });
  Object.assign(process, { dlopen });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { existsSync: real.existsSync, readFileSync: real.readFileSync });
    Object.assign(process, { dlopen: real.dlopen });
    syncBuiltinESMExports();
  };
}

function archived(path: unknown): Archived | "missing" | undefined {
  const [, archive, name] = /^(?:\\\\\?\\)?(.*?\.asar)[/\\](.+)$/s.exec(String(path)) ?? [];
  if (archive === undefined || name === undefined) return undefined;
  try {
    const entry = statFile(archive, name);
    const isUnpacked = "unpacked" in entry && entry.unpacked;
    return { archive, name, unpacked: isUnpacked ? join(`${archive}.unpacked`, name) : undefined };
  } catch {
    return "missing";
  }
}

function copyOut({ archive, name }: Archived): string {
  const copy = join(temporaryFolder(), basename(name));
  fs.writeFileSync(copy, extractFile(archive, name));
  return copy;
}
