import { Transform } from "node:stream";
import { validationError } from "../errors.ts";
import { loadAddon } from "../native/load.ts";

/** Masks secrets in logs: the library's own filter, for everybody. */
export interface Redactor {
  /**
   * Masks `secret` from now on; adding it again changes nothing.
   *
   * @throws ClientError `invalid_secret` (ValidationError) for fewer than 8 bytes, which would shred ordinary text.
   */
  add(secret: string): void;
  /** Stops masking `secret`; the others stay. */
  remove(secret: string): void;
  /** `text` with every secret replaced by `[redacted]`; the same string when there is none. */
  redact(text: string): string;
  /** The same for UTF-8 bytes. */
  redactBuffer(bytes: Uint8Array): Uint8Array;
  /** A stream that masks line by line, so that a secret split over chunks is found. */
  stream(): Transform;
}

/**
 * A redactor of its own, knowing `secrets`.
 *
 * @throws ClientError `addon_unavailable` (Disabled) or `invalid_secret` (ValidationError).
 */
export function createRedactor({ secrets = [] }: { secrets?: readonly string[] } = {}): Redactor {
  const native = new (loadAddon().Redactor)();
  const redactor: Redactor = {
    add(secret) {
      if (typeof secret !== "string" || !native.add(secret)) throw shortSecret();
    },
    remove: (secret) => void native.remove(secret),
    redact: (text) => native.redact(text),
    redactBuffer: (bytes) => native.redactBytes(bytes),
    stream: () => lineStream((line) => native.redactBytes(line)),
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

function lineStream(redact: (line: Uint8Array) => Uint8Array): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = Buffer.concat([rest, chunk]);
      const end = text.lastIndexOf(0x0a) + 1;
      rest = text.subarray(end);
      done(null, end === 0 ? undefined : redact(text.subarray(0, end)));
    },
    flush(done) {
      done(null, redact(rest));
    },
  });
}

function shortSecret() {
  return validationError(
    "invalid_secret",
    "A secret has fewer than 8 bytes.",
    "Mask such a value where it is printed.",
  );
}
