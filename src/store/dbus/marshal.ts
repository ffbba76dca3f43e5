/**
 * A D-Bus value (D-Bus specification, "Marshaling"). `y n q i u b d` map to numbers and booleans, `x t` to bigints, `s o g` to
 * strings, `ay` to bytes, other arrays to arrays, dictionaries to arrays of pairs, structs to arrays, and `v` to {@link Variant}.
 */
export type BusValue = number | bigint | boolean | string | Uint8Array | Variant | readonly BusValue[];

export class Variant {
  readonly signature: string;
  readonly value: BusValue;

  constructor(signature: string, value: BusValue) {
    this.signature = signature;
    this.value = value;
  }
}

const alignments: readonly (readonly [types: string, bytes: number])[] = [
  ["ygv", 1],
  ["nq", 2],
  ["biusoah", 4],
  ["xtd({", 8],
];
const deepest = 32;

/** Splits `a{sv}u` into `a{sv}` and `u`. */
export function completeTypes(signature: string): string[] {
  const types: string[] = [];
  for (let start = 0; start < signature.length;) {
    const end = endOfType(signature, start);
    types.push(signature.slice(start, end));
    start = end;
  }
  return types;
}

function endOfType(signature: string, start: number): number {
  const code = signature[start];
  if (code === "a") return endOfType(signature, start + 1);
  const close = code === "(" ? ")" : code === "{" ? "}" : undefined;
  if (close === undefined) {
    // Throws for an invalid type.
    alignmentOf(code ?? "");
    return start + 1;
  }
  let end = start + 1;
  // An empty struct has no size, so reading an array of them would never end.
  if (signature[end] === close) throw malformedMessage();
  while (signature[end] !== close) end = endOfType(signature, end);
  return end + 1;
}

function alignmentOf(type: string): number {
  const bytes = alignments.find(([types]) => types.includes(type.slice(0, 1)))?.[1];
  if (bytes === undefined || type === "") throw malformedMessage();
  return bytes;
}

export function malformedMessage(): Error {
  return new Error("A D-Bus message is malformed.");
}

export class MarshalWriter {
  readonly #parts: Buffer[] = [];
  #length = 0;

  get bytes(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }

  align(size: number): this {
    return this.#add(Buffer.alloc(-this.#length & (size - 1)));
  }

  write(signature: string, values: readonly BusValue[]): this {
    for (const [index, type] of completeTypes(signature).entries())
      this.#value(type, values[index] as BusValue);
    return this;
  }

  #value(type: string, value: BusValue): void {
    this.align(alignmentOf(type));
    switch (type[0]) {
      case "y":
        this.#add(Buffer.from([value as number]));
        break;
      case "b":
      case "u":
        this.#uint32(Number(value));
        break;
      case "s":
      case "o":
        this.#text(value as string);
        break;
      case "g":
        this.#add(
          Buffer.from(`${String.fromCharCode((value as string).length)}${value as string}\0`, "latin1"),
        );
        break;
      case "v":
        this.#variant(value as Variant);
        break;
      case "a":
        this.#array(type.slice(1), value as readonly BusValue[] | Uint8Array);
        break;
      default:
        this.write(type.slice(1, -1), value as readonly BusValue[]);
    }
  }

  #variant({ signature, value }: Variant): void {
    this.write("g", [signature]).write(signature, [value]);
  }

  #text(text: string): void {
    const bytes = Buffer.from(`${text}\0`);
    // D-Bus would truncate or alter such a string.
    if (text.includes("\0") || Buffer.from(text).toString() !== text)
      throw new Error("A string cannot be sent over D-Bus.");
    this.#uint32(bytes.length - 1);
    this.#add(bytes);
  }

  #array(element: string, values: readonly BusValue[] | Uint8Array): void {
    const items = new MarshalWriter();
    // Alignment is relative to the start of the message.
    const start = this.#length + 4;
    items.#length = start;
    items.align(alignmentOf(element));
    const padding = items.#length - start;
    if (values instanceof Uint8Array) items.#add(Buffer.from(values));
    else for (const value of values) items.#value(element, value);
    this.#uint32(items.#length - start - padding);
    this.#add(Buffer.concat(items.#parts));
  }

  #uint32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.#add(bytes);
  }

  #add(bytes: Buffer): this {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }
}

/** Throws if the data is malformed. */
export class MarshalReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #little: boolean;
  #at: number;
  #depth = 0;

  constructor(bytes: Buffer, little: boolean, start = 0) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#little = little;
    this.#at = start;
  }

  align(size: number): void {
    this.#at += -this.#at & (size - 1);
  }

  read(signature: string): BusValue[] {
    return completeTypes(signature).map((type) => this.#value(type));
  }

  #value(type: string): BusValue {
    this.align(alignmentOf(type));
    switch (type[0]) {
      case "y":
        return this.#view.getUint8(this.#skip(1));
      case "n":
        return this.#view.getInt16(this.#skip(2), this.#little);
      case "q":
        return this.#view.getUint16(this.#skip(2), this.#little);
      case "i":
        return this.#view.getInt32(this.#skip(4), this.#little);
      case "b":
        return this.#uint32() !== 0;
      case "u":
      case "h":
        return this.#uint32();
      case "x":
        return this.#view.getBigInt64(this.#skip(8), this.#little);
      case "t":
        return this.#view.getBigUint64(this.#skip(8), this.#little);
      case "d":
        return this.#view.getFloat64(this.#skip(8), this.#little);
      case "s":
      case "o":
        return this.#text(this.#uint32());
      case "g":
        return this.#text(this.#view.getUint8(this.#skip(1)));
      case "v":
        return this.#deeper(() => this.#variant());
      case "a":
        return this.#deeper(() => this.#array(type.slice(1)));
      default:
        return this.#deeper(() => this.read(type.slice(1, -1)));
    }
  }

  #variant(): Variant {
    const [type, ...others] = completeTypes(this.#value("g") as string);
    if (type === undefined || others.length > 0) throw malformedMessage();
    return new Variant(type, this.#value(type));
  }

  #array(element: string): BusValue[] | Uint8Array {
    const length = this.#uint32();
    this.align(alignmentOf(element));
    const end = this.#at + length;
    if (end > this.#bytes.length) throw malformedMessage();
    if (element === "y") return Uint8Array.from(this.#bytes.subarray(this.#skip(length), end));
    const values: BusValue[] = [];
    while (this.#at < end) values.push(this.#value(element));
    if (this.#at !== end) throw malformedMessage();
    return values;
  }

  #text(length: number): string {
    const start = this.#skip(length + 1);
    return this.#bytes.toString("utf8", start, start + length);
  }

  #uint32(): number {
    return this.#view.getUint32(this.#skip(4), this.#little);
  }

  #skip(size: number): number {
    const start = this.#at;
    if (start + size > this.#bytes.length) throw malformedMessage();
    this.#at = start + size;
    return start;
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > deepest) throw malformedMessage();
    const value = read();
    this.#depth--;
    return value;
  }
}
