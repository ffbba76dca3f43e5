/**
 * Returns the recognizable encodings of `secret`: plain, JSON-escaped, percent-encoded, and base64 and base64url at all three
 * offsets within a longer string.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    // The first and last characters also depend on adjacent bytes.
    const core = text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 4) / 3));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  return [secret, json, encodeURIComponent(secret), percent, percent.toUpperCase(), ...base64];
}

export function findSecret(text: string, secret: string): string[] {
  return formsOf(secret).filter((form) => text.includes(form));
}
