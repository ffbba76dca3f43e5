import { createHash } from "node:crypto";
import { wrongArgument, type Reader } from "../../core/check/reader.ts";

/** What every key begins with unless another prefix is given. */
export const defaultPrefix = "slashpass:";

/** The beginning of the keys. A brace in it would decide to which node of a cluster all of them go. */
export const readPrefix: Reader<string> = (value, name) => {
  if (typeof value === "string" && /^[\w:.-]{0,64}$/.test(value)) return value;
  throw wrongArgument(name, value, "a text of up to 64 letters, digits, and the characters _ : . -");
};

/** The keys of one account. Their tag, in braces, keeps them on one node of a cluster. */
export interface AccountKeys {
  /** The sealed tokens. */
  readonly tokens: string;
  /** Who works on the tokens, for `exclusively`. */
  readonly lock: string;
  /** The sessions of the player's games. */
  readonly sessions: string;
}

export function accountKeys(prefix: string, account: string): AccountKeys {
  const tokens = taggedKey(prefix, account);
  return { tokens, lock: `${tokens}:l`, sessions: `${tokens}:s` };
}

/** A key whose node `name` decides. A name with other characters, such as braces, is replaced by its hash. */
export function taggedKey(prefix: string, name: string): string {
  const tag = /^[\w:./-]{1,80}$/.test(name) ? name : createHash("sha256").update(name).digest("base64url");
  return `${prefix}{${tag}}`;
}
