import { Transform } from "node:stream";
import { validationError } from "../core/errors.ts";
import { fields } from "../core/check/fields.ts";
import { isWellFormed, bytes, listOf, optional, textOf } from "../core/check/readers.ts";
import { readAddonPath, loadAddon, setAddonPath } from "../native/load.ts";
import type { NativeRedactorStream } from "../native/binding.ts";

/**
 * Masks secrets in logs: the library's own filter, for everybody. Each known secret is replaced by `[redacted]`, written
 * plainly, in capital letters or escaped (percent, JSON, HTML, `\x`, `\u`, any characters of it), as base64, base64url or
 * hexadecimal at any offset and over line breaks, as UTF-16, and byte by byte as in inspected Buffers, lists with any signs
 * and colours, and hexdumps; also its first 8 or more characters where a line is cut off. SECURITY.md lists all forms. So is
 * what looks like a token: the value of `Authorization`, `access_token`, `code` and the like, bot tokens, webhook URLs.
 */
export interface Redactor {
  /**
   * Masks `secret` from now on; adding it again changes nothing. It stays until {@link Redactor.remove} takes it, however
   * many others are added. It is kept in locked memory where the system allows.
   *
   * @throws ClientError `invalid_secret` (ValidationError) for anything but a string, for fewer than 8 bytes, which would
   * shred ordinary text, for more than 65,536, and for half a surrogate pair, which no text can carry.
   */
  add(secret: string): void;
  /** Stops masking `secret`, however often it was added, and zeroes it; the others stay. */
  remove(secret: string): void;
  /**
   * `text` with every secret masked; the same string when there is none.
   *
   * @throws ClientError `invalid_text` (ValidationError) for anything but a string, and for nothing else.
   */
  redact(text: string): string;
  /**
   * The same for UTF-8 bytes; bytes that are not UTF-8 stay as they are. The same array when there is no secret.
   *
   * @throws ClientError `invalid_bytes` (ValidationError) for anything but a Uint8Array, and for nothing else.
   */
  redactBuffer(bytes: Uint8Array): Uint8Array;
  /**
   * A stream that masks its input, also when a secret is split over chunks. It emits whole lines; of a line over 16 KiB it emits
   * the parts that cannot belong to a secret any more.
   */
  stream(): Transform;
}

/** The secrets that are masked beside the usual forms of tokens. */
export interface RedactorOptions {
  /** Texts that it masks from the start: each of 8 to 65,536 bytes. Default none. Error: `invalid_secret`. */
  readonly secrets?: readonly string[] | undefined;
  /** See `ClientOptions.addonPath`. */
  readonly addonPath?: string | undefined;
}

/**
 * A redactor of its own, knowing `secrets`.
 *
 * @throws ClientError `addon_unavailable` (Disabled), `invalid_secret` or `invalid_addon_path`
 *   (ValidationError).
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

const readSecret = textOf({ least: 0, code: "invalid_secret", halves: true });
const readText = textOf({ least: 0, code: "invalid_text", halves: true });
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

/** The fault of a refused secret, without a word of it, and the next step. */
function describeProblem(secret: string): [string, string] {
  const size = Buffer.byteLength(secret);
  if (size < 8) {
    return [
      `The secret has ${size} bytes: masking fewer than 8 would damage ordinary text.`,
      "Mask such a value where it is printed.",
    ];
  }
  if (size > 65_536) {
    return [`The secret has ${size} bytes, more than 65,536.`, "Mask such a value where it is printed."];
  }
  if (!isWellFormed(secret)) {
    return [
      "The secret contains half a surrogate pair: it was cut in the middle of a character, or it is not text.",
      "Pass the whole string, or the bytes as base64.",
    ];
  }
  return ["There is no memory left for another secret.", "Remove secrets that are no longer in use."];
}
