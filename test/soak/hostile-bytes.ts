export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  one<T>(all: readonly [T, ...T[]]): T {
    return all[this.below(all.length)] ?? all[0];
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

/** Frames a payload for a protocol. */
export type Envelope = (payload: Buffer, random: Random) => Buffer;

/** Generates a hostile peer's bytes: malformed payloads, with and without valid frames. */
export function hostileBytes(
  random: Random,
  envelope: Envelope,
  honest: readonly [string, ...string[]],
): Buffer {
  const text = random.one<() => string>([
    () => random.one(honest),
    () => nested("[", "]", 1 + random.below(30_000)),
    () => nested('{"a":', "}", 1 + random.below(10_000), "1"),
    // Replaces each value in a valid message with deep nesting.
    () => random.one(honest).replaceAll(/:"[^"]*"/g, () => `:${nested("[", "]", random.below(6_000))}`),
    () => random.one(honest).replaceAll(/:("[^"]*"|\d+)/g, () => `:${random.one(oddValues)}`),
    () => random.bytes(random.below(2_000)).toString("latin1"),
    () => "x".repeat(random.below(300_000)),
    () => "",
  ])();
  const framed = envelope(Buffer.from(text), random);
  return random.one<() => Buffer>([
    () => framed,
    () => framed,
    () => Buffer.concat(Array.from({ length: 1 + random.below(20) }, () => framed)),
    () => framed.subarray(0, random.below(framed.length + 1)),
    () => flipped(framed, random),
    () => random.bytes(1 + random.below(4_000)),
    () => Buffer.concat([Buffer.from([255, 255, 255, 255]), framed]),
  ])();
}

const oddValues = [
  "null",
  "-0",
  "1e999",
  "9007199254740993",
  "[]",
  "{}",
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"a":1}}',
  '{"toString":1,"then":1,"toJSON":1}',
] as const;

function nested(open: string, close: string, depth: number, inside = ""): string {
  return open.repeat(depth) + inside + close.repeat(depth);
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = 1 + random.below(4); changed.length > 0 && count > 0; count--)
    changed[random.below(changed.length)] = random.below(256);
  return changed;
}

/** The desktop client's frame, little-endian. */
export const rpcFrame: Envelope = (payload, random) => {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(random.below(10) === 0 ? random.below(2 ** 32) : random.below(5), 0);
  header.writeUInt32LE(random.below(10) === 0 ? random.below(2 ** 32) : payload.length, 4);
  return Buffer.concat([header, payload]);
};

export const handOverFrame: Envelope = (payload, random) => {
  const header = Buffer.from("SLP1\0\0\0\0");
  header.writeUInt32LE(random.below(10) === 0 ? random.below(2 ** 32) : payload.length, 4);
  return Buffer.concat([header, payload]);
};

/** A WebSocket frame with a zero mask. */
export const webSocketFrame: Envelope = (payload, random) => {
  const header = Buffer.alloc(14);
  header[0] = 0x80 | (random.below(8) === 0 ? random.below(128) : 1);
  header[1] = 0xff;
  header.writeBigUInt64BE(random.below(20) === 0 ? 2n ** 62n : BigInt(payload.length), 2);
  return Buffer.concat([header, payload]);
};

/** A session bus message: a reply to one of the first calls, or a signal, with a body of an arbitrary type. */
export const busMessage: Envelope = (payload, random) => {
  const signature = random.one([
    "s",
    "ao",
    "o",
    "v",
    "(oayays)",
    "ay",
    "u",
    "aoao",
    "vo",
    "a{sv}",
    "(((((u)))))",
  ]);
  const fields = [
    Buffer.from([5, 1, 0x75, 0, random.below(6), 0, 0, 0]),
    Buffer.from([8, 1, 0x67, 0, signature.length, ...Buffer.from(`${signature}\0`)]),
  ] as const;
  const second = Buffer.alloc(Math.ceil(fields[1].length / 8) * 8);
  fields[1].copy(second);
  const body = Buffer.concat([Buffer.alloc(4), payload]);
  body.writeUInt32LE(random.below(6) === 0 ? random.below(2 ** 32) : payload.length, 0);
  const head = Buffer.alloc(16);
  head.set([0x6c, random.one([2, 2, 3, 4]), 0, 1]);
  head.writeUInt32LE(random.below(20) === 0 ? random.below(2 ** 32) : body.length, 4);
  head.writeUInt32LE(1, 8);
  head.writeUInt32LE(fields[0].length + fields[1].length, 12);
  return Buffer.concat([head, fields[0], second, body]);
};

/** No framing, as for HTTP. */
export const plain: Envelope = (payload) => payload;
