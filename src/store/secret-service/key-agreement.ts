import { randomBytes } from "node:crypto";

// The second Oakley group (RFC 2409 §6.2): the only one that the Secret Service speaks.
const size = 128;
const prime = BigInt(
  "0xffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd" +
    "ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed" +
    "ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff",
);
const generator = 2n;
/** Of the private number: 192 bits, where 160 are as good as a group of 1024 bits can be (RFC 3766 §5, RFC 3526 §8). */
const privateBytes = 24;
/** Bits of it that are taken at a time. */
const windowBits = 4;

/** One side of an agreement on a key. */
export interface KeyPair {
  readonly publicKey: Uint8Array;
  /**
   * Works out the number that both sides know now, in 128 bytes; undefined where `theirs` would make it known to everybody
   * (RFC 2631 §2.1.5).
   */
  agree(theirs: Uint8Array): (() => Uint8Array) | undefined;
}

/**
 * Diffie and Hellman's agreement, by hand: OpenSSL first proves that the prime is one, which stops the game for 40 ms, and not every
 * build of Node knows the group by its name. Its time is no secret of worth: whoever could measure it may ask the keychain itself.
 */
export function createKeyPair(): KeyPair {
  const secret = numberOf(randomBytes(privateBytes));
  return {
    publicKey: bytesOf(power(generator, secret)),
    agree(theirs) {
      const number = numberOf(theirs);
      return number > 1n && number < prime - 1n ? () => bytesOf(power(number, secret)) : undefined;
    },
  };
}

function power(base: bigint, exponent: bigint): bigint {
  const powers: bigint[] = [];
  for (let next = 1n; powers.length < 1 << windowBits; next = (next * base) % prime) powers.push(next);
  let result = 1n;
  for (let at = 8 * privateBytes - windowBits; at >= 0; at -= windowBits) {
    for (let bit = 0; bit < windowBits; bit++) result = (result * result) % prime;
    const window = BigInt.asUintN(windowBits, exponent >> BigInt(at));
    result = (result * (powers[Number(window)] as bigint)) % prime;
  }
  return result;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString("hex")}`);
}

function bytesOf(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(2 * size, "0"), "hex");
}
