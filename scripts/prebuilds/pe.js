import { textAt } from "./elf.js";

/**
 * A Windows program or library.
 *
 * @typedef {object} Pe
 * @property {string | undefined} processor - as in target names
 * @property {string[]} exports
 * @property {string[]} libraries - loaded with it
 * @property {string[]} delayed - loaded when one of their functions is first called
 * @property {string[]} protections - of `HIGH_ENTROPY_VA`, `DYNAMIC_BASE`, `NX_COMPAT` and `GUARD_CF`
 */

const protections = new Map([
  [0x20, "HIGH_ENTROPY_VA"],
  [0x40, "DYNAMIC_BASE"],
  [0x100, "NX_COMPAT"],
  [0x4000, "GUARD_CF"],
]);

const processors = new Map([
  [0x8664, "x64"],
  [0xaa64, "arm64"],
]);

/**
 * Reads a 64-bit PE file.
 *
 * @param {Buffer} file
 * @returns {Pe}
 */
export function readPe(file) {
  const header = file.readUInt32LE(0x3c);
  if (file.toString("latin1", header, header + 4) !== "PE\0\0" || file.readUInt16LE(header + 24) !== 0x20b)
    throw new Error("Not a 64-bit PE file.");
  return {
    processor: processors.get(file.readUInt16LE(header + 4)),
    exports: exportsOf(file, header),
    libraries: libraryNames(file, header, { table: 1, entry: 20, name: 12 }),
    delayed: libraryNames(file, header, { table: 13, entry: 32, name: 4 }),
    protections: [...protections]
      .filter(([bit]) => (file.readUInt16LE(header + 24 + 70) & bit) !== 0)
      .map(([, name]) => name),
  };
}

/**
 * @param {Buffer} file
 * @param {number} header
 * @param {number} number - the index of the table in the header
 */
function tableAddress(file, header, number) {
  return file.readUInt32LE(header + 24 + 112 + number * 8);
}

/**
 * @param {Buffer} file
 * @param {number} header
 */
function exportsOf(file, header) {
  const table = tableAddress(file, header, 0);
  if (table === 0) return [];
  const at = fileOffset(file, header, table);
  const names = fileOffset(file, header, file.readUInt32LE(at + 32));
  return Array.from({ length: file.readUInt32LE(at + 24) }, (_, index) => {
    return textAt(file, fileOffset(file, header, file.readUInt32LE(names + index * 4)));
  });
}

/**
 * Returns the names in a table of libraries, which ends with an all-zero entry.
 *
 * @param {Buffer} file
 * @param {number} header
 * @param {{ table: number, entry: number, name: number }} layout - the table's index, an entry's size, and the offset of the
 *   name's address in it.
 */
function libraryNames(file, header, { table, entry, name }) {
  const address = tableAddress(file, header, table);
  if (address === 0) return [];
  const found = [];
  for (let at = fileOffset(file, header, address) + name; file.readUInt32LE(at) !== 0; at += entry)
    found.push(textAt(file, fileOffset(file, header, file.readUInt32LE(at))));
  return found;
}

/**
 * Returns the file offset of the byte that Windows loads at `address`.
 *
 * @param {Buffer} file
 * @param {number} header
 * @param {number} address
 */
function fileOffset(file, header, address) {
  const sections = header + 24 + file.readUInt16LE(header + 20);
  for (let index = 0; index < file.readUInt16LE(header + 6); index++) {
    const section = sections + index * 40;
    const within = address - file.readUInt32LE(section + 12);
    if (within >= 0 && within < file.readUInt32LE(section + 16))
      return file.readUInt32LE(section + 20) + within;
  }
  throw new Error(`No section of the PE file contains the address ${address}.`);
}
