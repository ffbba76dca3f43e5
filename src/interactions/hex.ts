/**
 * The bytes written as hexadecimal digits of either case.
 *
 * @returns undefined unless `text` is exactly `2 * length` digits; other text is refused by its length, in constant time.
 */
export function parseHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== 2 * length || !/^[0-9a-fA-F]+$/.test(text)) return undefined;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
