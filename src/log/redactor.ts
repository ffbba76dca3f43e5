import { Transform } from "node:stream";
import { type ClientError, validationError } from "../errors.ts";
import type { NativeRedactorStream } from "../native/binding.ts";
import { loadAddon } from "../native/load.ts";

/**
 * Masks secrets in logs: the library's own filter, for everybody. Each known secret is replaced by `[redacted]`, written
 * plainly or escaped (percent, JSON, HTML, `\x`, `\u`, any characters of it), as base64 or base64url at any offset and
 * over line breaks, in hexadecimal and as UTF-16; also its first 8 or more characters where a line is cut off. So is what
 * looks like a token: the value of `Authorization`, `access_token`, `code` and the like, bot tokens, webhook URLs.
 */
export interface Redactor {
  /**
   * Masks `secret` from now on; adding it again changes nothing. It stays until {@link Redactor.remove} takes it, however
   * many others are added. It is kept in locked memory where the system allows.
   *
   * @throws ClientError `invalid_secret` (ValidationError) for fewer than 8 bytes, which would shred ordinary text, for
   * more than 65,536, and for text that is not well-formed.
   */
  add(secret: string): void;
  /** Stops masking `secret`, however often it was added, and zeroes it; the others stay. */
  remove(secret: string): void;
  /** `text` with every secret masked; the same string when there is none. Never throws for a string. */
  redact(text: string): string;
  /** The same for UTF-8 bytes; bytes that are not UTF-8 stay as they are. The same array when there is no secret. */
  redactBuffer(bytes: Uint8Array): Uint8Array;
  /**
   * A stream that masks what is written to it, also when a secret is split over chunks. Gives out whole lines, and of a
   * line over 16 KiB what cannot be part of a secret any more.
   */
  stream(): Transform;
}

/**
 * A redactor of its own, knowing `secrets`.
 *
 * @throws ClientError `addon_unavailable` (Disabled) or `invalid_secret` (ValidationError).
 */
export function createRedactor({ secrets = [] }: { secrets?: readonly string[] } = {}): Redactor {
  const native = loadAddon().createRedactor();
  const redactor: Redactor = {
    add(secret) {
      if (typeof secret !== "string" || !native.add(secret)) throw invalidSecret();
    },
    remove: (secret) => void native.remove(secret),
    redact: native.redact,
    redactBuffer: native.redactBytes,
    stream: () => maskingStream(native.createStream()),
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

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

function invalidSecret(): ClientError {
  return validationError(
    "invalid_secret",
    "A secret is not a well-formed string of 8 to 65,536 bytes.",
    "Mask such a value where it is printed.",
  );
}
