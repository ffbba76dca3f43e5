import { malformedMessage, MarshalReader, MarshalWriter, Variant, type BusValue } from "./marshal.ts";

/** A D-Bus message (D-Bus specification, "Message Format"). */
export interface Message {
  readonly type: number;
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly replySerial?: number;
  readonly destination?: string;
  readonly sender?: string;
  readonly signature?: string | undefined;
  readonly body: readonly BusValue[];
}

export const messageType = { call: 1, reply: 2, error: 3, signal: 4 } as const;

const fields = {
  path: [1, "o"],
  interface: [2, "s"],
  member: [3, "s"],
  errorName: [4, "s"],
  replySerial: [5, "u"],
  destination: [6, "s"],
  sender: [7, "s"],
  signature: [8, "g"],
} as const;
type Field = keyof typeof fields;

const fixedHeader = 16;
/** The specification allows 128 MiB. */
const largestMessage = 16 * 1024 * 1024;

export function encodeMessage(message: Message): Buffer {
  const body = new MarshalWriter().write(message.signature ?? "", message.body).bytes;
  const header = (Object.keys(fields) as Field[]).flatMap((name) => {
    const value = message[name];
    const [number, type] = fields[name];
    return value === undefined ? [] : [[number, new Variant(type, value)]];
  });
  const head = new MarshalWriter()
    .write("yyyyuua(yv)", ["l".charCodeAt(0), message.type, 0, 1, body.length, message.serial, header])
    .align(8);
  return Buffer.concat([head.bytes, body]);
}

/** Returns the fixed header's size if the header is incomplete. */
export function sizeOfMessage(bytes: Buffer): number {
  if (bytes.length < fixedHeader) return fixedHeader;
  const { start, bodySize } = readStart(bytes);
  return start + bodySize;
}

/** Returns `undefined` if the message is incomplete. */
export function decodeMessage(
  bytes: Buffer,
): { readonly message: Message; readonly size: number } | undefined {
  if (bytes.length < fixedHeader) return undefined;
  const { little, serial, start, bodySize } = readStart(bytes);
  const size = start + bodySize;
  if (bytes.length < size) return undefined;
  const header = readFields(bytes.subarray(0, start), little);
  const body = new MarshalReader(bytes.subarray(start, size), little).read(header.signature ?? "");
  return { message: { ...header, type: bytes[1] as number, serial, body }, size };
}

/** `start` is the offset of the body. */
function readStart(bytes: Buffer) {
  const little = bytes[0] === "l".charCodeAt(0);
  if (!little && bytes[0] !== "B".charCodeAt(0)) throw malformedMessage();
  const [bodySize, serial, fieldsSize] = new MarshalReader(bytes, little, 4).read("uuu") as [
    number,
    number,
    number,
  ];
  const start = fixedHeader + fieldsSize + (-fieldsSize & 7);
  if (start + bodySize > largestMessage) throw malformedMessage();
  return { little, serial, start, bodySize };
}

function readFields(bytes: Buffer, little: boolean): Partial<Record<Field, never>> & { signature?: string } {
  const [pairs] = new MarshalReader(bytes, little, 12).read("a(yv)") as [
    readonly (readonly [number, Variant])[],
  ];
  const known = Object.entries(fields).flatMap(([name, [number, type]]) => {
    const value = pairs.find(([field]) => field === number)?.[1];
    if (value !== undefined && value.signature !== type) throw malformedMessage();
    return value === undefined ? [] : [[name, value.value]];
  });
  return Object.fromEntries(known) as ReturnType<typeof readFields>;
}
