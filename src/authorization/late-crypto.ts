import type * as crypto from "node:crypto";

/** Node's cryptography, for what may not wait: loading it takes as long as half of the package, and most starts need none. */
export function lateCrypto(): typeof crypto {
  return process.getBuiltinModule("node:crypto");
}
