import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { loadOnce } from "../core/lazy.ts";
import { type Fetch, isSecureUrl } from "../core/request/addresses.ts";
import { readBytes } from "../core/resolve/read-file.ts";

const maxBytes = 512 * 1024;
const timeoutMs = 10_000;
/** Enough for all players who share a machine. */
const mostFiles = 16;

const loadFiles = loadOnce(() => import("../store/file-records.ts"));

/** The first bytes of the service's image formats, in hexadecimal. */
const formats: readonly (readonly [type: string, start: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/webp", /^52494646.{8}57454250/],
  ["image/gif", /^47494638(?:37|39)61/],
  ["image/jpeg", /^ffd8ff/],
];

/** Fetches avatars for pages whose CSP allows no other hosts. Stores the images so that they can be shown offline. */
export class Avatars {
  readonly #fetch: Fetch;
  readonly #folder: () => string;
  readonly #images = new Map<string, Promise<string | undefined>>();

  /** @param folder - Returns the images' directory, which is created if it is missing. */
  constructor(fetch: Fetch, folder: () => string) {
    this.#fetch = fetch;
    this.#folder = folder;
  }

  /** Returns the image as a `data:` URL, or `undefined` if it cannot be fetched or is not an image. Never rejects. */
  load(url: string): Promise<string | undefined> {
    const known = this.#images.get(url);
    if (known) return known;
    const loading = this.#load(url).catch(() => undefined);
    this.#images.set(url, loading);
    // A later call tries again after a failure.
    void loading.then((image) => image === undefined && this.#images.delete(url));
    const [oldest] = this.#images.keys();
    if (this.#images.size > mostFiles && oldest !== undefined) this.#images.delete(oldest);
    return loading;
  }

  /** Deletes the stored image. A failure is ignored. */
  async forget(url: string): Promise<void> {
    this.#images.delete(url);
    await rm(this.#pathOf(url), { force: true }).catch(() => undefined);
  }

  #pathOf(url: string): string {
    return join(this.#folder(), createHash("sha256").update(url).digest("hex"));
  }

  async #load(url: string): Promise<string | undefined> {
    const path = this.#pathOf(url);
    const stored = await readBytes(path, maxBytes).catch(() => undefined);
    const image = stored && dataUrl(stored);
    if (image !== undefined) return image;
    const bytes = await this.#download(url);
    const fetched = dataUrl(bytes);
    if (fetched !== undefined) await this.#store(path, bytes).catch(() => undefined);
    return fetched;
  }

  /**
   * @throws Error if the URL is not secure, the response is a redirect or has an error status, or the image exceeds the limit.
   */
  async #download(url: string): Promise<Buffer> {
    if (!isSecureUrl(new URL(url))) throw new Error("The avatar's URL is not secure.");
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await this.#fetch(url, { redirect: "error", signal });
    if (!response.ok || !response.body)
      throw new Error(`The avatar's URL returned status ${response.status}.`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) throw new Error("The avatar is too large.");
    }
    return Buffer.concat(parts);
  }

  async #store(path: string, bytes: Buffer): Promise<void> {
    const folder = this.#folder();
    const names = await readdir(folder).catch(() => []);
    if (names.length >= mostFiles) await rm(folder, { recursive: true });
    // Not recursive, so that a parent directory that was deleted in the meantime is not created again.
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const { replaceFile } = await loadFiles();
    await replaceFile(path, bytes);
  }
}

/** The type is derived from the content, so that a page is never displayed as an image. */
function dataUrl(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 16).toString("hex");
  const type = formats.find(([, pattern]) => pattern.test(start))?.[0];
  return type && `data:${type};base64,${bytes.toString("base64")}`;
}
