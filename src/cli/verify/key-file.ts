import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createSigningKey, type SigningKey } from "slashpass/emulator";
import { misunderstood } from "../frame/failure.ts";
import { writePrivateFile } from "../frame/write-private-file.ts";

/** @throws Failure `key_file_taken`: an existing key is never replaced, because an endpoint may use its public half. */
export async function makeKey(path: string): Promise<SigningKey> {
  if (existsSync(path))
    throw misunderstood(`${path} exists already.`, "Name another file with --make-key.", "key_file_taken");
  const key = createSigningKey();
  await writePrivateFile(path, `${key.privateKey}\n`);
  return key;
}

/** @throws Failure `key_unreadable`. */
export async function readKey(path: string): Promise<SigningKey> {
  const text = await readFile(path, "utf8").catch((error: { code?: string }) => {
    throw unreadable(path, String(error.code));
  });
  if (!/^[\da-f]{64}\s*$/i.test(text)) throw unreadable(path, "it is not 64 hexadecimal digits");
  return createSigningKey(text.trim());
}

function unreadable(path: string, reason: string) {
  return misunderstood(
    `${path} is not a test key: ${reason}.`,
    `Make one with 'slashpass verify --make-key ${path}'.`,
    "key_unreadable",
  );
}
