import type { Exchange } from "../outbound/exchanges.ts";

/**
 * A request as a line for a POSIX shell with `$'…'` (bash, zsh, ksh); undefined where it cannot be repeated.
 *
 * It holds no secret that somebody else could use: of the headers only those below, a credential as a variable of the shell,
 * an address without what may be a key in it. What the emulator itself has made stays, since the request is nothing without
 * it: the signature, and the token of an interaction, which no real service knows.
 */
export function curlOf({ from, method, url, request }: Exchange, base: string): string | undefined {
  const { headers, body, bytes } = request;
  const isJson = headers["content-type"]?.startsWith("application/json") === true || bytes === 0;
  if (url === undefined || !isJson || Buffer.byteLength(body) !== bytes) return undefined;
  const parts = [
    `curl -X ${method} ${quote(from === "service" ? withoutKeys(url) : base + url)}`,
    ...Object.entries(headers).flatMap(([name, value]) => headerOf(name, value)),
    ...(bytes > 0 ? [`--data-raw ${quote(body)}`] : []),
  ];
  return parts.join(" \\\n  ");
}

const plain: readonly string[] = [
  "content-type",
  "accept",
  "x-signature-ed25519",
  "x-signature-timestamp",
  "x-audit-log-reason",
];

function headerOf(name: string, value: string): readonly string[] {
  if (plain.includes(name)) return [`-H ${quote(`${name}: ${value}`)}`];
  if (name !== "authorization") return [];
  const scheme = value.startsWith("Bot ") ? "Bot $DISCORD_BOT_TOKEN" : "Bearer $DISCORD_ACCESS_TOKEN";
  return [`-H "authorization: ${scheme}"`];
}

/** User and password, and the values of the query, are the developer's. */
function withoutKeys(address: string): string {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") [url.username, url.password] = ["hidden", "hidden"];
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, "hidden");
  return url.href;
}

/** Control characters, and characters that change how others look, could act on a terminal. */
const dangerous = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function quote(text: string): string {
  if (text.search(dangerous) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(dangerous, escapeLetter);
  return `$'${escaped}'`;
}

/** Byte by byte, which no shell's language changes. */
function escapeLetter(letter: string): string {
  return [...Buffer.from(letter)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
