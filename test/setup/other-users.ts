import { chmodSync, copyFileSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram, type RunOptions } from "./child-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Ids of nameless users that root can switch to in a test: the player and another user of the machine. */
export const player = 54_322;
export const neighbour = 54_321;
export const root = 0;

const addon = fileURLToPath(new URL("../../build/Release/slashpass.node", import.meta.url));

/** A world-writable directory, like `/tmp`. */
export function sharedByAll(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o1777);
  return folder;
}

/** Creates a user's files in a directory. Missing parent directories will also belong to the user. */
export class Files {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @param content - a string, or an object to write as JSON. */
  put(user: number, path: string, content: string | object): string {
    return this.#make(user, path, (file) =>
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content)),
    );
  }

  copy(user: number, path: string, source: string): string {
    return this.#make(user, path, (file) => copyFileSync(source, file));
  }

  copyAddon(user: number, path: string): string {
    return this.copy(user, path, addon);
  }

  link(user: number, path: string, target: string): string {
    return this.#make(user, path, (at) => symlinkSync(target, at));
  }

  makeFolder(user: number, path: string, mode = 0o755): string {
    const folder = this.#make(user, path, (at) => mkdirSync(at));
    chmodSync(folder, mode);
    return folder;
  }

  #make(user: number, path: string, make: (file: string) => void): string {
    const names = path.split("/");
    const made = names.map((_, index) => join(this.folder, ...names.slice(0, index + 1)));
    const file = made.pop() ?? this.folder;
    for (const folder of made) if (mkdirSync(folder, { recursive: true }) !== undefined) own(folder, user);
    make(file);
    own(file, user);
    return file;
  }
}

function own(path: string, user: number): void {
  // Changes the link, not its target.
  lchownSync(path, user, user);
}

/** Runs a file with Node as another user, who has no home directory. */
export function runAs(user: number, args: readonly string[], options: RunOptions = {}) {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", ...options.env };
  return runProgram(process.execPath, args, { ...options, env, uid: user, gid: user });
}
