import { isAbsolute, basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync, lstatSync, realpathSync, type Stats } from "node:fs";

/**
 * The file that holds this code: one of the package, or a bundle that took it in.
 *
 * @param names - its possible names, the surest first. CommonJS, which bundlers make too, has no `import.meta.url`; modules
 *   have no `__filename`, but `node --eval` and the source text of a worker have one, which is no path. Parcel makes both of the
 *   place that the code was built from, which is not there elsewhere: the file that Node started is the bundle then.
 * @returns undefined for code that comes from no file.
 */
export function ownFile(
  names: readonly (string | undefined)[] = [commonJsFile(), import.meta.url, startedFile()],
  isThere: (path: string) => boolean = existsSync,
): string | undefined {
  return names.map(pathOf).find((path) => path !== undefined && isThere(path));
}

/** Not with `typeof`: webpack takes it for defined, also in an ES module, where it is not. */
function commonJsFile(): string | undefined {
  try {
    return __filename;
  } catch {
    return undefined;
  }
}

/** Undefined where Node was started with an ES module. */
function startedFile(): string | undefined {
  return process.mainModule?.filename;
}

function pathOf(name: string | undefined): string | undefined {
  if (typeof name !== "string") return undefined;
  if (name.startsWith("file:")) return pathOfUrl(name);
  return isAbsolute(name) ? name : undefined;
}

/** Undefined for the address of a file of another system, such as one without a drive on Windows. */
function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** Root can do everything anyway. */
const rootUser = 0;

/** The user of this process. Undefined on Windows, whose files have no such owners: nothing is judged there. */
export function thisUser(): number | undefined {
  return process.geteuid?.();
}

/** Whether something of a user is as good as this user's own: it is, or it is root's. */
export function isOwnUser(uid: number, user: number | undefined): boolean {
  return user === undefined || uid === user || uid === rootUser;
}

/** The starting folders of a search for files, and the accepted owners. */
export interface Search {
  /** Files in these folders count with any owner. */
  readonly ownFolders: readonly string[];
  /** The search goes upward from these. */
  readonly starts: readonly string[];
  /** Undefined where files have no owners. */
  readonly users: ReadonlySet<number> | undefined;
}

/** A file or folder that is not taken. */
export interface Foreign {
  readonly path: string;
  /** The words after the path in a sentence: `belongs to another user (1001)`. */
  readonly reason: string;
}

/**
 * A search that begins at files of the running program. Files of their package are taken, and files of the users who own these
 * files: those users already decide which code runs.
 */
export function searchFrom(files: readonly (string | undefined)[]): Search {
  const starts = files.flatMap((file) => (file === undefined ? [] : pathsOf(file)));
  const users = usersWith(starts);
  return { starts, users, ownFolders: starts.flatMap((file) => packageOf(file, users)) };
}

/**
 * A search that begins in the working folder. Files there are taken, unless others may write to the folder. So are files of the
 * folder's owner: checkouts and containers have another user than the process.
 *
 * @param program - a file of the running program.
 */
export function searchAbove(folder: string, program: string | undefined): Search {
  const starts = pathsOf(folder);
  const users = usersWith([folder, ...(program === undefined ? [] : [program])]);
  return { starts, users, ownFolders: starts.filter((each) => (modeOf(each) & writableByOthers) === 0) };
}

/**
 * Whether a file counts as this user's own wherever it lies: it is this user's or root's; under `sudo`, the caller's; or the
 * owner's of the running program, who decides what runs already.
 *
 * @param program - a file of it.
 */
export function isOwnFile(path: string, program: string | undefined): boolean {
  const users = usersWith(program === undefined ? [] : [program]);
  return pathsOf(path).every((each) => isOf(users, each));
}

/**
 * What speaks against a file or folder that a search came upon: an owner, of itself, of a folder between it and the way up,
 * or of the folder on that way, whose files the search does not take. Of a link both ends are judged.
 *
 * @param held - the true path of something in the folder, which is judged too.
 */
export function foreignOwner(
  path: string,
  { ownFolders, starts, users }: Search,
  held: string = path,
): Foreign | undefined {
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

/** A sentence. */
export function sayRefused({ path, reason }: Foreign): string {
  return `${path} is not used: it ${reason}.`;
}

/** The folders above a file or folder, the nearest first. */
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

/** Under `sudo` the files are those of the user who typed it. */
function callerOfSudo(user: number): number[] {
  const { SUDO_UID: caller = "" } = process.env;
  return user === rootUser && /^\d+$/.test(caller) ? [Number(caller)] : [];
}

/**
 * The folder that a running file belongs to: the `node_modules` that it is installed in, else the folder with the nearest
 * `package.json`, else its own folder. None reaches over a folder where anybody may put files, such as `/tmp`: files there need
 * not belong together.
 */
function packageOf(file: string, users: Search["users"]): string[] {
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

/** A folder where others may add files, but may not replace existing ones. Elsewhere, they could replace the running file too. */
function isShared(folder: string): boolean {
  const mode = modeOf(folder);
  return (mode & sticky) !== 0 && (mode & writableByOthers) !== 0;
}

/** The path, and the one without links where that is another. */
function pathsOf(path: string): string[] {
  try {
    return [...new Set([path, realpathSync(path)])];
  } catch {
    return [path];
  }
}

/** Also where there is nothing yet. */
function isOf(users: Search["users"], path: string): boolean {
  const owner = users && ownerOf(path);
  return owner === undefined || users?.has(owner) === true;
}

function ownerOf(path: string): number | undefined {
  return lookAt(path)?.uid;
}

function modeOf(path: string): number {
  return lookAt(path)?.mode ?? 0;
}

/**
 * Undefined for a path without a readable entry: nothing is there, or it lies in an archive of Electron, which is judged itself.
 */
export function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
