import { bytes as bytesReader, type Reader, wrongArgument } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { applicationLimits } from "../../wire/limits.ts";

/** The first bytes of a picture of each type that the service takes (Discord documentation, Reference, "Image Data"). */
const beginnings: ReadonlyMap<string, string> = new Map([
  ["image/png", "\u0089PNG\r\n\u001A\n"],
  ["image/jpeg", "\u00FF\u00D8\u00FF"],
  ["image/gif", "GIF8"],
]);

const head = /^data:(?<type>image\/(?:png|jpeg|gif));base64,/;
/** Of a text with a picture; no pattern reads a longer one. */
const longest = Math.ceil(applicationLimits.imageBytes / 3) * 4 + 30;

/** Reads a picture as the service takes it: its bytes are of the type that it names, and not too many. */
export const imageData: Reader<string> = (value, name) => {
  if (typeof value === "string" && value.length > longest) throw tooLarge(name);
  const image = partsOf(value);
  if (!image) throw wrongArgument(name, value, "a base64 data: URL of a PNG, JPEG or GIF");
  if (byteCount(image.data) > applicationLimits.imageBytes) throw tooLarge(name);
  if (typeOf(atob(image.data.slice(0, 12))) === image.type) return value as string;
  throw validationError(
    "invalid_argument",
    `${name} says that it is ${image.type}, but its bytes begin like something else.`,
    "imageDataUrl(bytes) names the type that a picture has.",
  );
};

const readBytes = bytesReader();

/**
 * The `data:` URL of a picture, for `icon` and `cover_image` of an application (Discord documentation, Reference, "Image Data").
 *
 * @param bytes - of a PNG, JPEG or GIF of up to 10 MiB.
 * @throws ClientError `invalid_argument` for anything else.
 */
export function imageDataUrl(bytes: Uint8Array): string {
  const image = readBytes(bytes, "bytes");
  const type = typeOf(String.fromCharCode(...image.subarray(0, 8)));
  if (type === undefined) throw notImage();
  if (image.length > applicationLimits.imageBytes) throw tooLarge("bytes");
  return `data:${type};base64,${base64Of(image)}`;
}

/** A picture that has been read, in words: `PNG of 1234 bytes`. */
export function describeImage(image: string): string {
  const { type, data } = partsOf(image) as Parts;
  return `${type.slice("image/".length).toUpperCase()} of ${byteCount(data)} bytes`;
}

interface Parts {
  readonly type: string;
  readonly data: string;
}

function partsOf(value: unknown): Parts | undefined {
  const found = typeof value === "string" ? head.exec(value) : undefined;
  if (!found) return undefined;
  const [whole, type = ""] = found;
  const data = found.input.slice(whole.length);
  return isBase64(data) ? { type, data } : undefined;
}

/** By what must not be there: a pattern for all of it would remember each of millions of characters, and overflow the stack. */
function isBase64(text: string): boolean {
  const isWhole = text !== "" && text.length % 4 === 0;
  return (
    isWhole &&
    !/[^A-Za-z0-9+/]/.test(text.slice(0, -2)) &&
    /^(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==)$/.test(text.slice(-2))
  );
}

function typeOf(first: string): string | undefined {
  return [...beginnings].find(([, beginning]) => first.startsWith(beginning))?.[0];
}

function byteCount(base64: string): number {
  return (base64.length / 4) * 3 - (base64.split("=").length - 1);
}

/** Not with Buffer, which edge runtimes lack. */
function base64Of(bytes: Uint8Array): string {
  // A multiple of 3, so that only the last part is padded.
  const part = 3 * 4096;
  const parts = Array.from({ length: Math.ceil(bytes.length / part) }, (_, index) =>
    btoa(String.fromCharCode(...bytes.subarray(index * part, (index + 1) * part))),
  );
  return parts.join("");
}

function notImage() {
  return validationError(
    "invalid_argument",
    "bytes is no PNG, JPEG or GIF: it does not begin like one.",
    "Pass the bytes of a picture of one of these types.",
  );
}

function tooLarge(name: string) {
  return validationError(
    "invalid_argument",
    `${name} is too large: a picture may have ${applicationLimits.imageBytes} bytes.`,
    "Pass a smaller picture.",
  );
}
