import { Transform } from "node:stream";
import { validationError } from "../core/errors.ts";
import { fields } from "../core/check/fields.ts";
import { isWellFormed, bytes, listOf, optional, textOf } from "../core/check/readers.ts";
import { readAddonPath, loadAddon, setAddonPath } from "../native/load.ts";
import type { NativeRedactorStream } from "../native/binding.ts";

/**
 * Masks secrets in logs. Replaces each known secret with `[redacted]` if it appears in plain text, in upper case or escaped
 * (percent, JSON, HTML, `\x`, `\u`); as base64, base64url or hexadecimal at any offset and across line breaks; as UTF-16; or byte
 * by byte, as in inspected Buffers and hexdumps. If a truncated line ends with the first 8 or more characters of a secret, they
 * are masked too. SECURITY.md lists all forms.
 *
 * Also masks probable tokens: the values of `Authorization`, `access_token`, `code` and similar fields, bot tokens, and webhook
 * URLs.
 *
 * @stable
 */
export interface Redactor {
  /**
   * Masks `secret` until {@link Redactor.remove} is called. Adding it again has no effect. It is kept in locked memory if the
   * system allows.
   *
   * @throws ClientError `invalid_secret` (ValidationError) if it is not a string, is shorter than 8 bytes (masking would damage
   *   ordinary text) or longer than 65,536, or contains a lone surrogate.
   */
  add(secret: string): void;
  /** Stops masking `secret`, no matter how many times it was added, and zeroes its memory. */
  remove(secret: string): void;
  /**
   * Returns `text` with all secrets masked, or the same string if it contains none.
   *
   * @throws ClientError `invalid_text` (ValidationError) if it is not a string.
   */
  redact(text: string): string;
  /**
   * Masks all secrets in UTF-8 bytes. Returns the same array if it contains none. Invalid UTF-8 is preserved.
   *
   * @throws ClientError `invalid_bytes` (ValidationError) if it is not a Uint8Array.
   */
  redactBuffer(bytes: Uint8Array): Uint8Array;
  /**
   * Returns a stream that masks secrets, even if they are split across chunks. It emits whole lines. If a line is longer than 16
   * KiB, it emits the parts that can no longer belong to a secret.
   */
  stream(): Transform;
}

/** Options for {@link createRedactor}. @stable */
export interface RedactorOptions {
  /** Secrets to mask from the start, each of 8 to 65,536 bytes. Default: none. Error: `invalid_secret`. */
  readonly secrets?: readonly string[] | undefined;
  /** See `ClientOptions.addonPath`. */
  readonly addonPath?: string | undefined;
}

/**
 * Creates an independent redactor.
 *
 * @stable
 * @throws ClientError `addon_unavailable` (Disabled), `invalid_secret` or `invalid_addon_path` (ValidationError).
 *
 * @example
 * ```ts
 * import { createRedactor } from "slashpass";
 *
 * const redactor = createRedactor({ secrets: ["a-secret-of-the-games"] });
 * console.log(redactor.redact("key: a-secret-of-the-games")); // key: [redacted]
 * console.log(redactor.redact("in base64: YS1zZWNyZXQtb2YtdGhlLWdhbWVz")); // in base64: [redacted]
 *
 * // What the game prints, line by line.
 * process.stdin.pipe(redactor.stream()).pipe(process.stdout);
 * ```
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { secrets = [], addonPath } = readOptions(options, "options");
  setAddonPath(addonPath);
  const native = loadAddon().createRedactor();
  const redactor: Redactor = {
    add(secret) {
      if (!native.add(readSecret(secret, "secret")))
        throw validationError("invalid_secret", ...describeProblem(secret));
    },
    remove(secret) {
      native.remove(readSecret(secret, "secret"));
    },
    redact(text) {
      return native.redact(readText(text, "text"));
    },
    redactBuffer(buffer) {
      return native.redactBytes(readBytes(buffer, "bytes"));
    },
    stream: () => maskingStream(native.createStream()),
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

const readSecret = textOf({ least: 0, code: "invalid_secret", allowHalves: true });
const readText = textOf({ least: 0, code: "invalid_text", allowHalves: true });
const readBytes = bytes("invalid_bytes");
const readOptions = fields<RedactorOptions>(
  {
    secrets: optional(listOf(readSecret, 2 ** 20, "invalid_secret")),
    addonPath: optional(readAddonPath),
  },
  "invalid_secret",
);

function maskingStream(native: NativeRedactorStream): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, native.push(chunk));
    },
    flush(done) {
      done(null, native.finish());
    },
  });
}

/** Returns a message and a hint for a rejected secret. Neither contains the secret. */
function describeProblem(secret: string): [string, string] {
  const size = Buffer.byteLength(secret);
  const maskYourself = "Mask the value yourself before you print it.";
  if (size < 8)
    return [
      `The secret is only ${size} bytes long: masking fewer than 8 bytes would damage ordinary text.`,
      maskYourself,
    ];
  if (size > 65_536)
    return [`The secret is ${size} bytes long, which exceeds the limit of 65,536.`, maskYourself];
  if (!isWellFormed(secret)) {
    return [
      "The secret contains half a surrogate pair: it was truncated in the middle of a character, or it is not text.",
      "Pass the whole string, or the bytes as base64.",
    ];
  }
  return ["There is not enough memory for another secret.", "Remove secrets that are no longer in use."];
}
