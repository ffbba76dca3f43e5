export interface ElfSymbol {
  readonly name: string;
  readonly isImport?: boolean;
  readonly isWeak?: boolean;
  /** The version of the library from which the symbol is imported. */
  readonly version?: string;
}

/**
 * Builds a 64-bit ELF library with these symbols but no code. An unprotected library has an executable stack and lazy binding.
 */
export function elfFile(
  symbols: readonly ElfSymbol[],
  libraries: readonly string[],
  isProtected = true,
): Buffer {
  const strings = new Strings();
  const versions = [...new Set(symbols.flatMap(({ version }) => version ?? []))];
  const sections = [
    { type: 0, bytes: Buffer.alloc(0) },
    {
      type: 11,
      bytes: Buffer.concat([Buffer.alloc(24), ...symbols.map((symbol) => symbolEntry(symbol, strings))]),
    },
    { type: 0x6fffffff, bytes: versionIndexes(symbols, versions) },
    ...(versions.length > 0 ? [{ type: 0x6ffffffe, bytes: neededVersions(versions, strings) }] : []),
    {
      type: 6,
      bytes: Buffer.concat([
        ...libraries.map((library) => pair(1, strings.add(library))),
        pair(30, isProtected ? 8 : 0),
      ]),
    },
  ];
  const all = [...sections, { type: 3, bytes: strings.bytes() }];
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46, 0);
  header.set([2, 1, 1], 4);
  header.writeUInt16LE(0x3e, 0x12);
  header.writeBigUInt64LE(64n, 0x28);
  header.writeUInt16LE(64, 0x3a);
  header.writeUInt16LE(all.length, 0x3c);
  let at = 64 + all.length * 64;
  const headers = all.map(({ type, bytes }) => {
    const section = Buffer.alloc(64);
    section.writeUInt32LE(type, 4);
    section.writeBigUInt64LE(BigInt(at), 0x18);
    section.writeBigUInt64LE(BigInt(bytes.length), 0x20);
    section.writeUInt32LE(all.length - 1, 0x28);
    at += bytes.length;
    return section;
  });
  header.writeUInt16LE(isProtected ? 3 : 2, 0x10);
  header.writeBigUInt64LE(BigInt(at), 0x20);
  header.writeUInt16LE(56, 0x36);
  header.writeUInt16LE(isProtected ? 2 : 1, 0x38);
  const stack = segment(0x6474e551, isProtected ? 6 : 7);
  return Buffer.concat([header, ...headers, ...all.map(({ bytes }) => bytes), stack, segment(0x6474e552, 4)]);
}

function segment(type: number, flags: number): Buffer {
  const bytes = Buffer.alloc(56);
  bytes.writeUInt32LE(type, 0);
  bytes.writeUInt32LE(flags, 4);
  return bytes;
}

class Strings {
  #text = "\0";

  add(name: string): number {
    const at = this.#text.length;
    this.#text += `${name}\0`;
    return at;
  }

  bytes(): Buffer {
    return Buffer.from(this.#text, "latin1");
  }
}

function symbolEntry({ name, isImport = false, isWeak = false }: ElfSymbol, strings: Strings): Buffer {
  const entry = Buffer.alloc(24);
  entry.writeUInt32LE(strings.add(name), 0);
  entry[4] = isWeak ? 0x20 : 0x10;
  entry.writeUInt16LE(isImport ? 0 : 1, 6);
  return entry;
}

/** One index per symbol; the first symbol is null. 1 means unversioned. */
function versionIndexes(symbols: readonly ElfSymbol[], versions: readonly string[]): Buffer {
  const indexes = symbols.map(({ version }) => (version === undefined ? 1 : versions.indexOf(version) + 2));
  return Buffer.from(new Uint16Array([0, ...indexes]).buffer);
}

/** Each version has its own library entry, which makes the parser follow both chains. */
function neededVersions(versions: readonly string[], strings: Strings): Buffer {
  return Buffer.concat(
    versions.map((version, index) => {
      const entry = Buffer.alloc(32);
      entry.writeUInt16LE(1, 2);
      entry.writeUInt32LE(16, 8);
      entry.writeUInt32LE(index === versions.length - 1 ? 0 : 32, 12);
      entry.writeUInt32LE(strings.add(version), 24);
      return entry;
    }),
  );
}

function pair(one: number, other: number): Buffer {
  return Buffer.from(new BigUint64Array([BigInt(one), BigInt(other)]).buffer);
}
