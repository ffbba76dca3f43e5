/** The value of each hexadecimal digit by its character code; -1 for every other. */
const digits: Int8Array = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * The bytes written as hexadecimal digits of either case.
 *
 * @returns undefined unless `text` is exactly `2 * length` digits.
 */
export function parseHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== 2 * length) return undefined;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const high = digits[text.charCodeAt(2 * i)] ?? -1;
    const low = digits[text.charCodeAt(2 * i + 1)] ?? -1;
    if (high < 0 || low < 0) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}
