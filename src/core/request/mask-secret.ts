/** Shorter strings would match ordinary text. */
const minPieceLength = 8;
/** Longer strings are not meant to be read, and a malicious one could be slow to search. */
const maxTextLength = 16_384;
/** In JSON nested four levels deep, 15 backslashes precede a quote. A higher limit would make the search quadratic. */
const maxBackslashes = 16;

/**
 * Masks `secret` in plain text, percent-encoding, hexadecimal and base64. Intended for short strings when the native redactor is
 * unavailable. Strings of more than 16,384 characters are replaced by their length.
 */
export function maskSecret(text: string, secret: string): string {
  if (secret === "") return text;
  if (text.length > maxTextLength) return `[a string of ${text.length} characters, withheld]`;
  const bytes = [...new TextEncoder().encode(secret)];
  // In an authorization header, the secret is form-encoded before it is base64-encoded (RFC 6749 §2.3.1).
  const binary = [String.fromCharCode(...bytes), bytes.map(formEncoded).join("")];
  const pieces = [bytes.map(hexadecimal).join(""), ...binary.flatMap(base64)];
  const encoded = pieces.filter((piece) => piece.length >= minPieceLength).map(literally);
  const written = Array.from(secret, plainOrEscaped).join("");
  return text.replaceAll(new RegExp([written, ...encoded].join("|"), "gi"), "[secret]");
}

/** Matches a character in plain text, escaped as in JSON, or percent-encoded. */
function plainOrEscaped(character: string): string {
  const percent = [...new TextEncoder().encode(character)].map((byte) => `%${hexadecimal(byte)}`).join("");
  return `(?:${/["/]/.test(character) ? `\\\\{0,${maxBackslashes}}` : ""}${literally(character)}|${percent})`;
}

/** Returns the base64 characters that depend only on `binary`, for each of the three offsets and both alphabets. */
function base64(binary: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = btoa("\0".repeat(offset) + binary);
    const first = offset === 0 ? 0 : offset + 1;
    const piece = text.slice(first, Math.floor(((offset + binary.length) * 4) / 3));
    return [piece, piece.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function formEncoded(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9]/.test(character) ? character : `%${hexadecimal(byte).toUpperCase()}`;
}

function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function literally(text: string): string {
  return text.replaceAll(/[^\w]/g, (character) =>
    character.length === 1 && character < "\x7f" ? `\\x${hexadecimal(character.charCodeAt(0))}` : character,
  );
}
