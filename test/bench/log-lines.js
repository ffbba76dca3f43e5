// Log lines of 376 bytes, similar to a game's. Every fiftieth line contains a secret, each time in a different encoding.
import { formsOf } from "./peers/careful-redactor.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const phrases =
  "frame player loaded texture mesh audio level network latency packet spawn score match lobby region shader".split(
    " ",
  );

/**
 * Returns a seeded generator, so each run measures the same lines.
 *
 * @param {number} seed
 * @returns {(limit: number) => number}
 */
export function createRandom(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** @param {number} count */
export function createSecrets(count) {
  const random = createRandom(count);
  return Array.from({ length: count }, () => Array.from({ length: 30 }, () => alphabet[random(62)]).join(""));
}

/** @param {readonly string[]} secrets */
export function createLines(secrets, count = 2000) {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const forms = formsOf(secrets[index % secrets.length] ?? "");
    const secret = index % 50 === 7 ? ` value ${forms[((index / 50) % forms.length) | 0]}` : "";
    let line = `{"level":30,"time":${1_700_000_000_000 + index},"pid":${random(9999)},"hostname":"game","component":"http","url":"/api/v10/applications/${random(2 ** 31)}/commands?with_localizations=true","status":200,"durationMs":${random(900)},"msg":"request completed${secret}`;
    while (line.length < 374) line += ` ${phrases[random(phrases.length)]}`;
    // Flattens the concatenated string, making it like one read from a socket or file.
    return Buffer.from(`${line.slice(0, 374)}"}`).toString();
  });
}
