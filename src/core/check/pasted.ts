export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

/** The result never contains the value, which may be secret. */
export function findPasteMistake(text: string): readonly [problem: string, hint: string] | undefined {
  if (/^[`\p{QMark}]|[`\p{QMark}]$/u.test(text)) return ["is in quotes", "Remove the quotes."];
  if (/^(bot|bearer)\s/i.test(text)) return ['begins with "Bot" or "Bearer"', "Remove that word."];
  return undefined;
}

/** Whether a string has the format of a bot token: three parts separated by dots. */
export function isBotToken(text: string): boolean {
  return /^[\w-]{15,}\.[\w-]{5,}\.[\w-]{25,}$/.test(text);
}
