// A hand-optimized JavaScript redactor. Searches for each secret's usual encodings with indexOf, and for token shapes with a regular
// expression after a cheap pre-check.
const mask = "[redacted]";
const mayHaveShape =
  /bearer|bot |basic|authorization|token|code|state|secret|verifier|webhooks|interactions|\.[\w-]{6,7}\./i;
const shapes =
  /((?:bearer|bot|basic)[\s"']+|(?:access_token|refresh_token|id_token|client_secret|code_verifier|device_code|code|state|token)["'\\]*\s*[:=]\s*["'\\]*|\/(?:webhooks|interactions)\/\d+\/)([\w\-.~+/=]{8,})|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/gi;

/** @param {string} secret */
export function formsOf(secret) {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const core = text.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 4) / 3));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const hex = bytes.toString("hex");
  const utf16 = Array.from(secret).join("\0");
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      percent,
      percent.toUpperCase(),
      hex,
      hex.toUpperCase(),
      utf16,
      ...base64,
    ]),
  ];
}

/** @param {readonly string[]} secrets @returns {(text: string) => string} */
export function createCarefulRedactor(secrets) {
  const forms = secrets.flatMap(formsOf);
  return (text) => {
    let masked = text;
    for (const form of forms) {
      if (masked.indexOf(form) !== -1) masked = masked.split(form).join(mask);
    }
    if (mayHaveShape.test(masked))
      masked = masked.replace(shapes, (_, name) => (name === undefined ? mask : name + mask));
    return masked;
  };
}

/**
 * Searches for all forms and shapes with one regular expression.
 *
 * @param {readonly string[]} secrets
 * @returns {(text: string) => string}
 */
export function createPlainRedactor(secrets) {
  const escaped = secrets
    .flatMap(formsOf)
    .map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const all = new RegExp(`${escaped.join("|")}|${shapes.source}`, "gi");
  return (text) => text.replace(all, (_, name) => (typeof name === "string" ? name + mask : mask));
}
