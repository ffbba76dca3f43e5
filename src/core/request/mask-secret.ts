/** Shorter pieces stand in any text. */
const shortestPiece = 8;
/** No service writes so much for people to read, and a hostile text could be made slow to search. */
const longestText = 16_384;
/** JSON inside of JSON, four times over, has 15 before a quote. More would let a text be read again and again. */
const mostBackslashes = 16;

/**
 * `text` without `secret`: as it is, with any of its characters percent-encoded, in hexadecimal, or inside base64.
 * Services quote requests, headers included. This is for short texts, where the native redactor is not available: of a text over
 * 16,384 characters only the length is told.
 */
export function maskSecret(text: string, secret: string): string {
  if (secret === "") return text;
  if (text.length > longestText) return `[a text of ${text.length} characters, withheld]`;
  const bytes = [...new TextEncoder().encode(secret)];
  // In an authorization header it is form-encoded before it becomes base64 (RFC 6749 §2.3.1).
  const binary = [String.fromCharCode(...bytes), bytes.map(formEncoded).join("")];
  const pieces = [bytes.map(hexadecimal).join(""), ...binary.flatMap(base64)];
  const encoded = pieces.filter((piece) => piece.length >= shortestPiece).map(literally);
  const written = Array.from(secret, plainOrEscaped).join("");
  return text.replaceAll(new RegExp([written, ...encoded].join("|"), "gi"), "[secret]");
}

/** A character as it is, as in JSON, or percent-encoded. */
function plainOrEscaped(character: string): string {
  const percent = [...new TextEncoder().encode(character)].map((byte) => `%${hexadecimal(byte)}`).join("");
  return `(?:${/["/]/.test(character) ? `\\\\{0,${mostBackslashes}}` : ""}${literally(character)}|${percent})`;
}

/** The base64 characters that depend on `binary` alone, wherever in a group of three it begins, in both alphabets. */
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
