/** Permissions have 64 bits. */
export const maxPermissions: bigint = 2n ** 64n - 1n;

/** Returns `undefined` unless `text` is a decimal string of up to 64 bits. */
export function bitsOf(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^[0-9]{1,20}$/.test(text)) return undefined;
  const bits = BigInt(text);
  return bits <= maxPermissions ? bits : undefined;
}
