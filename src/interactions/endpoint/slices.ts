const slabBytes = 64 * 1024;
// What is longer is rare, and worth an allocation of its own.
const longestSlice = 4 * 1024;

let slab = new Uint8Array(0);
let used = 0;

/**
 * Bytes for one use, cut from a larger array: under load an allocation for every request, and collecting it, costs more than
 * all the copying. None is handed out twice.
 */
export function takeSlice(length: number): Uint8Array<ArrayBuffer> {
  // The position is shared by all requests: only a length that can be counted may move it.
  if (!Number.isInteger(length) || length < 0 || length > longestSlice) return new Uint8Array(length);
  if (used + length > slab.length) {
    slab = new Uint8Array(slabBytes);
    used = 0;
  }
  used += length;
  return slab.subarray(used - length, used);
}
