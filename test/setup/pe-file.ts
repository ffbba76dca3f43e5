const optionalHeader = 0x80 + 24;
const exportTable = 40;

export interface PeParts {
  readonly exports?: readonly string[];
  /** The libraries in the import table; those in `delayed` are loaded on the first call. */
  readonly libraries?: readonly string[];
  readonly delayed?: readonly string[];
  /** The DllCharacteristics flags. Default: high-entropy ASLR, NX and Control Flow Guard. */
  readonly protections?: number;
}

/** Builds a 64-bit PE library that has these parts in the second of two sections, but no code. */
export function peFile({
  exports = [],
  libraries = [],
  delayed = [],
  protections = 0x4160,
}: PeParts): Buffer {
  const text = section({ address: 0x1000, at: 0x400, size: 0x200 });
  const exported = exportsAt(0x2000, exports);
  const importsAt = 0x2000 + exported.length;
  const imported = librariesAt(importsAt, libraries, { entry: 20, name: 12 });
  const delayedAt = importsAt + imported.length;
  const table = Buffer.concat([exported, imported, librariesAt(delayedAt, delayed, { entry: 32, name: 4 })]);
  const data = section({ address: 0x2000, at: 0x600, size: table.length });
  const header = Buffer.alloc(0x400);
  header.write("MZ", 0, "latin1");
  header.writeUInt32LE(0x80, 0x3c);
  header.write("PE\0\0", 0x80, "latin1");
  header.writeUInt16LE(0x8664, 0x80 + 4);
  header.writeUInt16LE(2, 0x80 + 6);
  header.writeUInt16LE(240, 0x80 + 20);
  header.writeUInt16LE(0x20b, optionalHeader);
  header.writeUInt16LE(protections, optionalHeader + 70);
  header.writeUInt32LE(16, optionalHeader + 108);
  if (exports.length > 0) header.writeUInt32LE(0x2000, optionalHeader + 112);
  if (libraries.length > 0) header.writeUInt32LE(importsAt, optionalHeader + 112 + 8);
  if (delayed.length > 0) header.writeUInt32LE(delayedAt, optionalHeader + 112 + 13 * 8);
  header.set(Buffer.concat([text, data]), optionalHeader + 240);
  return Buffer.concat([header, Buffer.alloc(0x200), table]);
}

function section({ address, at, size }: { address: number; at: number; size: number }): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(address, 12);
  bytes.writeUInt32LE(size, 16);
  bytes.writeUInt32LE(at, 20);
  return bytes;
}

/** Layout: the table, the name addresses, the names. */
function exportsAt(address: number, exports: readonly string[]): Buffer {
  const table = Buffer.alloc(exportTable);
  table.writeUInt32LE(exports.length, 24);
  table.writeUInt32LE(address + exportTable, 32);
  const addresses = Buffer.alloc(exports.length * 4);
  let at = address + exportTable + addresses.length;
  for (const [index, name] of exports.entries()) {
    addresses.writeUInt32LE(at, index * 4);
    at += name.length + 1;
  }
  return Buffer.concat([table, addresses, ...exports.map((name) => Buffer.from(`${name}\0`, "latin1"))]);
}

/** Layout: one entry per library, a zero entry, the names. */
function librariesAt(
  address: number,
  names: readonly string[],
  { entry, name }: { entry: number; name: number },
): Buffer {
  const table = Buffer.alloc((names.length + 1) * entry);
  let at = address + table.length;
  for (const [index, library] of names.entries()) {
    table.writeUInt32LE(at, index * entry + name);
    at += library.length + 1;
  }
  return Buffer.concat([table, ...names.map((library) => Buffer.from(`${library}\0`, "latin1"))]);
}
