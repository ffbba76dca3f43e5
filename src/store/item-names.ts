/** Names that only the chunks of a record have, and accounts of which a keychain would not keep every character. */
const unusual = /[#%\p{Cc}\p{Cs}]/gu;
const escaped = "#escaped ";
const plain = /^[^#\p{Cc}\p{Cs}]+$/u;

/**
 * The name of the item that holds the record of `account`, or its manifest: no two accounts share one, and none is the name
 * of a chunk. A plain account is its own name. Every other one is marked in front, has no other `#`, and each unusual
 * UTF-16 unit as four hexadecimal digits.
 */
export function itemName(account: string): string {
  if (plain.test(account)) return account;
  return `${escaped}${account.replace(unusual, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}`;
}

/** The name of one chunk of the record that the item `item` names: it has a `#` that is not in front. */
export function chunkName(item: string, slot: "a" | "b", index: number): string {
  return `${item}#${slot}${index}`;
}

/**
 * The name that the record of `account` had in earlier versions, where every account was its own name; undefined when that
 * has not changed, and for accounts that no keychain takes.
 */
export function formerItemName(account: string): string | undefined {
  const same = plain.test(account) || account.startsWith(escaped);
  return same || /^$|\0|\p{Cs}/u.test(account) ? undefined : account;
}

/** Whether what lies under the former name of an account may be a chunk of somebody else's record: then it is left alone. */
export function mayBeChunk(name: string, item: string): boolean {
  return /#[ab]\d+$/.test(name) && item.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(item);
}
