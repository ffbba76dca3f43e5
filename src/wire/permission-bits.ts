/** The service keeps permissions in 64 bits. */
export const mostPermissions: bigint = 2n ** 64n - 1n;

/** The bits that the service writes as a decimal string; undefined for anything else. */
export function bitsOf(text: unknown): bigint | undefined {
  if (typeof text !== "string" || !/^[0-9]{1,20}$/.test(text)) return undefined;
  const bits = BigInt(text);
  return bits <= mostPermissions ? bits : undefined;
}
