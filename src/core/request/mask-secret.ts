/** Shorter strings would match ordinary text. */
const minPieceLength = 8;
/** Longer texts are not meant for readers, and a hostile one could be slow to search. */
const maxTextLength = 16_384;
/** Four levels of nested JSON put 15 backslashes before a quote. A higher limit would make the search quadratic. */
const maxBackslashes = 16;

/**
 * Masks `secret` verbatim, percent-encoded, in hexadecimal, and inside base64. For short texts without the native redactor: a
 * text over 16,384 characters is replaced by its length.
 */
export function maskSecret(text: string, secret: string): string {
  if (secret === "") return text;
  if (text.length > maxTextLength) return `[a string of ${text.length} characters, withheld]`;
  const bytes = [...new TextEncoder().encode(secret)];
  // An authorization header form-encodes the secret before base64 (RFC 6749 §2.3.1).
  const binary = [String.fromCharCode(...bytes), bytes.map(formEncoded).join("")];
  const pieces = [bytes.map(hexadecimal).join(""), ...binary.flatMap(base64)];
  const encoded = pieces.filter((piece) => piece.length >= minPieceLength).map(literally);
  const written = Array.from(secret, plainOrEscaped).join("");
  return text.replaceAll(new RegExp([written, ...encoded].join("|"), "gi"), "[secret]");
}

/** Matches a character verbatim, escaped as in JSON, or percent-encoded. */
function plainOrEscaped(character: string): string {
  const percent = [...new TextEncoder().encode(character)].map((byte) => `%${hexadecimal(byte)}`).join("");
  return `(?:${/["/]/.test(character) ? `\\\\{0,${maxBackslashes}}` : ""}${literally(character)}|${percent})`;
}

/** The base64 characters that depend only on `binary`, at each of the three offsets, in both alphabets. */
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
