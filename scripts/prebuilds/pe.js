/**
 * A program or library of Windows.
 *
 * @typedef {object} Pe
 * @property {string | undefined} processor - as in the names of targets
 * @property {string[]} exports - the names of the functions that it gives
 */

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
    throw new Error("This is no 64-bit PE file.");
  return { processor: processors.get(file.readUInt16LE(header + 4)), exports: exportsOf(file, header) };
}

/**
 * @param {Buffer} file
 * @param {number} header
 */
function exportsOf(file, header) {
  const table = file.readUInt32LE(header + 24 + 112);
  if (table === 0) return [];
  const at = place(file, header, table);
  const names = place(file, header, file.readUInt32LE(at + 32));
  return Array.from({ length: file.readUInt32LE(at + 24) }, (_, index) => {
    const name = place(file, header, file.readUInt32LE(names + index * 4));
    return file.toString("latin1", name, file.indexOf(0, name));
  });
}

/**
 * Where in the file lies what Windows loads at `address`.
 *
 * @param {Buffer} file
 * @param {number} header
 * @param {number} address
 */
function place(file, header, address) {
  const sections = header + 24 + file.readUInt16LE(header + 20);
  for (let index = 0; index < file.readUInt16LE(header + 6); index++) {
    const section = sections + index * 40;
    const within = address - file.readUInt32LE(section + 12);
    if (within >= 0 && within < file.readUInt32LE(section + 16))
      return file.readUInt32LE(section + 20) + within;
  }
  throw new Error(`No section of the PE file holds the address ${address}.`);
}
