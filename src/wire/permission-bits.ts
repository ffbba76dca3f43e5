/** Permissions have 64 bits. */
export const maxPermissions: bigint = 2n ** 64n - 1n;

/** Parses a decimal string of up to 64 bits. Returns `undefined` for any other value. */
export function bitsOf(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^[0-9]{1,20}$/.test(text)) return undefined;
  const bits = BigInt(text);
  return bits <= maxPermissions ? bits : undefined;
}
