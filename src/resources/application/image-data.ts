import { bytes as bytesReader, type Reader, wrongArgument } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { applicationLimits } from "../../wire/limits.ts";

/** The first bytes of each format that the service accepts (Discord documentation, Reference, "Image Data"). */
const beginnings: ReadonlyMap<string, string> = new Map([
  ["image/png", "\u0089PNG\r\n\u001A\n"],
  ["image/jpeg", "\u00FF\u00D8\u00FF"],
  ["image/gif", "GIF8"],
]);

const head = /^data:(?<type>image\/(?:png|jpeg|gif));base64,/;
/** Longer strings are rejected without matching them against a pattern. */
const longest = Math.ceil(applicationLimits.imageBytes / 3) * 4 + 30;

export const imageData: Reader<string> = (value, name) => {
  if (typeof value === "string" && value.length > longest) throw tooLarge(name);
  const image = partsOf(value);
  if (!image) throw wrongArgument(name, value, "a base64 data: URL of a PNG, JPEG or GIF");
  if (byteCount(image.data) > applicationLimits.imageBytes) throw tooLarge(name);
  if (typeOf(atob(image.data.slice(0, 12))) === image.type) return value as string;
  throw validationError(
    "invalid_argument",
    `${name} has the type ${image.type}, but its bytes do not match that type.`,
    "Use imageDataUrl(bytes), which detects the type.",
  );
};

const readBytes = bytesReader();

/**
 * Returns an image as a `data:` URL, for `icon` and `cover_image` (Discord documentation, Reference, "Image Data").
 *
 * @stable
 * @param bytes - a PNG, JPEG or GIF of up to 10 MiB.
 * @throws ClientError `invalid_argument` for anything else.
 */
export function imageDataUrl(bytes: Uint8Array): string {
  const image = readBytes(bytes, "bytes");
  const type = typeOf(String.fromCharCode(...image.subarray(0, 8)));
  if (type === undefined) throw notImage();
  if (image.length > applicationLimits.imageBytes) throw tooLarge("bytes");
  return `data:${type};base64,${base64Of(image)}`;
}

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

/** For millions of characters, a pattern that matches the whole string would overflow the stack. */
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

/** Edge runtimes do not have Buffer. */
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
    "bytes is not a PNG, JPEG or GIF image.",
    "Pass an image of one of these types.",
  );
}

function tooLarge(name: string) {
  return validationError(
    "invalid_argument",
    `${name} is too large: the limit for images is ${applicationLimits.imageBytes} bytes.`,
    "Pass a smaller image.",
  );
}
