import type * as crypto from "node:crypto";

/** Node's cryptography, loaded late: loading it takes as long as half of the package, and most starts need none of it. */
export function lateCrypto(): typeof crypto {
  return process.getBuiltinModule("node:crypto");
}
