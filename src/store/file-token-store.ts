import { resolve } from "node:path";
import { fields } from "../core/check/fields.ts";
import { wrongArgument } from "../core/check/reader.ts";
import { textOf } from "../core/check/readers.ts";
import { lateStore } from "./late-store.ts";
import type { TokenStore } from "./token-store.ts";

/** Where {@link fileTokenStore} keeps tokens, and under which key. */
export interface FileStoreOptions {
  /** The file; its folder must exist. */
  readonly path: string;
  /** 32 random bytes, kept anywhere but beside the file. */
  readonly key: Uint8Array;
}

const readOptions = fields<FileStoreOptions>({
  path: textOf({ code: "invalid_store_path" }),
  key(value, name) {
    if (value instanceof Uint8Array && value.length === 32) return Uint8Array.from(value);
    throw wrongArgument(name, value, "32 bytes in a Uint8Array", {
      code: "invalid_store_key",
      hint: "Make it once with crypto.randomBytes(32), and do not keep it beside the file.",
    });
  },
});

/**
 * Keeps tokens in one file, for machines without a keychain. Encrypted with AES-256-GCM under your key, readable by its owner
 * only, replaced as a whole.
 *
 * Operations throw `store_unreadable` (Disabled) when the file was made with another key or is damaged, and
 * `store_failed` (Disabled) when the system refuses to read or write it.
 *
 * @throws ClientError `invalid_store_key` or `invalid_store_path` (ValidationError).
 */
export function fileTokenStore(options: FileStoreOptions): TokenStore {
  const { path: given, key } = readOptions(options, "options");
  const path = resolve(given);
  return lateStore("file", async () => {
    const { fileRecords } = await import("./file-records.ts");
    return fileRecords(path, key);
  });
}
