import { createHash } from "node:crypto";

/** The parts to include; others get valid defaults. */
export interface MachOParts {
  readonly exports?: readonly string[];
  readonly libraries?: readonly string[];
  /** Symbols with flat lookup, which any library in the process may provide. */
  readonly dynamicLookups?: readonly string[];
  readonly processor?: number;
  /** The minimum macOS version, such as `0xb0000`. */
  readonly minimum?: number;
  readonly isSigned?: boolean;
}

const pageSize = 4096;

/** Builds a 64-bit macOS library with these parts but no code. */
export function machOFile({
  exports = [],
  libraries = [],
  dynamicLookups = [],
  processor = 0x0100000c,
  minimum = 0xb0000,
  isSigned = true,
}: MachOParts): Buffer {
  const tree = exportTree(exports);
  const symbols = [
    { name: "_memcpy", library: 1 },
    ...dynamicLookups.map((name) => ({ name: `_${name}`, library: 0xfe })),
  ];
  const strings = Buffer.from(`\0${symbols.map(({ name }) => `${name}\0`).join("")}`, "latin1");
  const table = symbolTable(symbols);
  const commandsOf = (at: number): Buffer[] => [
    command(0x32, [1, minimum, minimum, 0]),
    ...libraries.map(libraryCommand),
    command(0x80000022, [0, 0, 0, 0, 0, 0, 0, 0, at, tree.length]),
    command(0x2, [at + tree.length, symbols.length, at + tree.length + table.length, strings.length]),
    command(0xb, [0, 0, 0, 0, 0, symbols.length, ...Array.from({ length: 12 }, () => 0)]),
    ...(isSigned ? [command(0x1d, [at + tree.length + table.length + strings.length, 0])] : []),
  ];
  const size = 32 + Buffer.concat(commandsOf(0)).length;
  const commands = commandsOf(size);
  const header = uint32Buffer([0xfeedfacf, processor, 0, 8, commands.length, size - 32, 0, 0]);
  const content = Buffer.concat([header, ...commands, tree, table, strings]);
  return isSigned ? Buffer.concat([content, signature(content)]) : content;
}

function uint32Buffer(values: readonly number[]): Buffer {
  return Buffer.from(new Uint32Array(values).buffer);
}

function command(kind: number, values: readonly number[]): Buffer {
  return uint32Buffer([kind, 8 + values.length * 4, ...values]);
}

function libraryCommand(path: string): Buffer {
  const text = Buffer.alloc(Math.ceil((path.length + 1) / 8) * 8);
  text.write(path, "latin1");
  return Buffer.concat([uint32Buffer([0xc, 24 + text.length, 24, 0, 0, 0]), text]);
}

/** A root with one edge and one leaf per name. */
function exportTree(names: readonly string[]): Buffer {
  const leaf = Buffer.from([2, 0, 0, 0]);
  const rootSize = 2 + names.reduce((size, name) => size + name.length + 4, 0);
  const edges = names.map((name, index) => {
    const offset = rootSize + index * leaf.length;
    return Buffer.from(`_${name}\0${String.fromCharCode((offset & 0x7f) | 0x80, offset >> 7)}`, "latin1");
  });
  return Buffer.concat([Buffer.from([0, names.length]), ...edges, ...names.map(() => leaf)]);
}

function symbolTable(symbols: readonly { readonly name: string; readonly library: number }[]): Buffer {
  let at = 1;
  return Buffer.concat(
    symbols.map(({ name, library }) => {
      const entry = Buffer.alloc(16);
      entry.writeUInt32LE(at, 0);
      entry[7] = library;
      at += name.length + 1;
      return entry;
    }),
  );
}

/** An ad-hoc signature, whose code directory contains one hash per page. */
function signature(content: Buffer): Buffer {
  const pages = Math.ceil(content.length / pageSize);
  const directory = Buffer.alloc(44);
  for (const [at, value] of [
    [0, 0xfade0c02],
    [12, 2],
    [16, 44],
    [28, pages],
    [32, content.length],
  ] as const)
    directory.writeUInt32BE(value, at);
  directory[39] = Math.log2(pageSize);
  const hashes = Array.from({ length: pages }, (_, page) =>
    createHash("sha256")
      .update(content.subarray(page * pageSize, (page + 1) * pageSize))
      .digest(),
  );
  const blobs = Buffer.alloc(20);
  for (const [index, value] of [0xfade0cc0, 0, 1, 0, 20].entries()) blobs.writeUInt32BE(value, index * 4);
  return Buffer.concat([blobs, directory, ...hashes]);
}
