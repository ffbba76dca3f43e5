/** A pasted value without the white space around it; a value that is no string stays as it is. */
export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}

/** The usual mistake in a pasted key, id or token, and the next step; undefined if there is none. Never shows the text, which may be a secret. */
export function findPasteMistake(text: string): readonly [problem: string, hint: string] | undefined {
  if (/^[`\p{QMark}]|[`\p{QMark}]$/u.test(text)) return ["has quotes around it", "Remove the quotes."];
  if (/^(bot|bearer)\s/i.test(text)) return ['begins with "Bot" or "Bearer"', "Leave that word out."];
  return undefined;
}

/** Whether a text has the form of a bot's token, which is a secret: three parts with dots between them. */
export function isBotToken(text: string): boolean {
  return /^[\w-]{15,}\.[\w-]{5,}\.[\w-]{25,}$/.test(text);
}
