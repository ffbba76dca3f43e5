import { isAbsolute, basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";

/**
 * Returns the package file or bundle that contains this code.
 *
 * @param names - Candidates, most reliable first. CommonJS bundles have no `import.meta.url`. ES modules have no `__filename`,
 *   but `node --eval` and eval workers define one that is not a path. Parcel replaces `import.meta.url` and `__filename` with a
 *   build-time path; in that case, the bundle is the file that Node.js started.
 */
export function ownFile(
  names: readonly (string | undefined)[] = [commonJsFile(), import.meta.url, startedFile()],
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  return names.map(pathOf).find((path) => path !== undefined && exists(path));
}

/** `typeof` does not work: webpack assumes that `__filename` is defined, even in ES modules. */
function commonJsFile(): string | undefined {
  try {
    return __filename;
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if Node.js was started with an ES module. */
function startedFile(): string | undefined {
  return process.mainModule?.filename;
}

function pathOf(name: string | undefined): string | undefined {
  if (typeof name !== "string") return undefined;
  if (name.startsWith("file:")) return pathOfUrl(name);
  return isAbsolute(name) ? name : undefined;
}

/** Returns `undefined` for another system's file URL, such as one without a drive letter on Windows. */
function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** Trusted, because root already has full access. */
const rootUser = 0;

/** Returns the effective user id, or `undefined` on Windows, where ownership is not checked. */
export function thisUser(): number | undefined {
  return process.geteuid?.();
}

/** Whether an owner is trusted, that is, this user or root. */
export function isOwnUser(uid: number, user: number | undefined): boolean {
  return user === undefined || uid === user || uid === rootUser;
}

export interface FileSearch {
  readonly ownFolders: readonly string[];
  readonly starts: readonly string[];
  readonly users: ReadonlySet<number> | undefined;
}

export interface ForeignFile {
  readonly path: string;
  /** A predicate whose subject is the path: `belongs to another user (1001)`. */
  readonly reason: string;
}

/**
 * Searches from the running program's files. Accepts files in the same package and files with the same owner, because that user
 * already controls the running code.
 */
export function searchFrom(files: readonly (string | undefined)[]): FileSearch {
  const starts = files.flatMap((file) => (file === undefined ? [] : pathsOf(file)));
  const users = usersWith(starts);
  return { starts, users, ownFolders: starts.flatMap((file) => packageOf(file, users)) };
}

/**
 * Searches from the working directory. Accepts the directory's files unless other users can write to it. Accepts any file with
 * the same owner, because checkouts and containers often belong to another user.
 *
 * @param program - A file of the running program.
 */
export function searchAbove(folder: string, program: string | undefined): FileSearch {
  const starts = pathsOf(folder);
  const users = usersWith([folder, ...(program === undefined ? [] : [program])]);
  return { starts, users, ownFolders: starts.filter((each) => (modeOf(each) & writableByOthers) === 0) };
}

/**
 * Whether the file belongs to this user, root, the `sudo` caller or the running program's owner.
 *
 * @param program - A file of the running program.
 */
export function isOwnFile(path: string, program: string | undefined): boolean {
  const users = usersWith(program === undefined ? [] : [program]);
  return pathsOf(path).every((each) => isOf(users, each));
}

/**
 * Checks the owners of the path and of the directories above it, up to the search path. If the path is a link, its target is
 * checked too.
 *
 * @returns The first file or directory with an untrusted owner.
 *
 * @param held - The real path of an entry in the directory `path`. Its owner is checked too.
 */
export function foreignOwner(
  path: string,
  { ownFolders, starts, users }: FileSearch,
  held: string = path,
): ForeignFile | undefined {
  const isOwn = (at: string) => ownFolders.some((folder) => isIn(at, folder));
  if (isOwn(path)) return undefined;
  for (const found of new Set([...pathsOf(path), held])) {
    for (const at of [found, ...foldersAbove(found)]) {
      if (isOwn(at)) break;
      if (!isOf(users, at)) return { path: at, reason: `belongs to another user (${ownerOf(at)})` };
      if (starts.some((start) => isIn(start, at))) break;
    }
  }
  return undefined;
}

export function describeForeign({ path, reason }: ForeignFile): string {
  return `${path} is not used: it ${reason}.`;
}

export function* foldersAbove(path: string): Generator<string> {
  for (let at = path, above = dirname(at); above !== at; at = above, above = dirname(at)) yield above;
}

export function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function usersWith(files: readonly string[]): ReadonlySet<number> | undefined {
  const user = thisUser();
  if (user === undefined) return undefined;
  const owners = files.flatMap((file) => ownerOf(file) ?? []);
  return new Set([user, rootUser, ...callerOfSudo(user), ...owners]);
}

/** Under `sudo`, files belong to the user who ran it. */
function callerOfSudo(user: number): number[] {
  const { SUDO_UID: caller = "" } = process.env;
  return user === rootUser && /^\d+$/.test(caller) ? [Number(caller)] : [];
}

/**
 * Returns the `node_modules` that contains a running file, otherwise the directory with the nearest `package.json`, otherwise the
 * file's directory. Stops at shared directories such as `/tmp`, whose files may be unrelated.
 */
function packageOf(file: string, users: FileSearch["users"]): string[] {
  let own: string | undefined;
  let isNamed = false;
  for (const folder of foldersAbove(file)) {
    if (isShared(folder)) break;
    if (basename(folder) === "node_modules") return [folder];
    own ??= folder;
    const manifest = join(folder, "package.json");
    if (isNamed || !existsSync(manifest)) continue;
    isNamed = true;
    if ([folder, manifest].every((path) => isOf(users, path))) own = folder;
  }
  return own === undefined ? [] : [own];
}

const writableByOthers = 0o022;
const sticky = 0o1000;

/** Directories without the sticky bit do not count, because other users could replace the running file there too. */
function isShared(folder: string): boolean {
  const mode = modeOf(folder);
  return (mode & sticky) !== 0 && (mode & writableByOthers) !== 0;
}

function pathsOf(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}

/** Also true if the path does not exist. */
function isOf(users: FileSearch["users"], path: string): boolean {
  const owner = users && ownerOf(path);
  return owner === undefined || users?.has(owner) === true;
}

function ownerOf(path: string): number | undefined {
  return statIfExists(path)?.uid;
}

function modeOf(path: string): number {
  return statIfExists(path)?.mode ?? 0;
}

/** Returns `undefined` if the path does not exist or is inside an Electron archive. The archive itself is checked instead. */
export function statIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
