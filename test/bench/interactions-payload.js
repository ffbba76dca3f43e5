// The signed 800-byte interaction that the interactions benchmark sends.
import { createPrivateKey, createPublicKey, sign } from "node:crypto";

// An arbitrary Ed25519 key shared by all processes: 32 bytes in PKCS #8 (RFC 8410).
const seed = Buffer.alloc(32, 7);
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
  format: "der",
  type: "pkcs8",
});

export const keyObject = createPublicKey(privateKey);
export const publicKey = keyObject.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");

const payload = {
  id: "1350000000000000001",
  application_id: "1350000000000000002",
  type: 2,
  token: "t".repeat(200),
  version: 1,
  guild_id: "1350000000000000003",
  channel_id: "1350000000000000004",
  member: {
    user: { id: "1350000000000000005", username: "ada", global_name: "Ada" },
    roles: ["1350000000000000006"],
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    permissions: "2147483647",
  },
  locale: "en-US",
  data: {
    id: "1350000000000000007",
    name: "greet",
    type: 1,
    options: [{ name: "text", type: 3, value: "" }],
  },
};
payload.data.options[0] = { name: "text", type: 3, value: "v".repeat(800 - JSON.stringify(payload).length) };
export const body = Buffer.from(JSON.stringify(payload));
export const timestamp = Math.floor(Date.now() / 1000).toString();
export const signed = Buffer.concat([Buffer.from(timestamp), body]);
export const signature = sign(null, signed, privateKey);

/** A well-formed signature over different data, which takes just as long to verify. */
export const forged = sign(null, Buffer.from("something else"), privateKey);

/**
 * Returns interactions from `count` players, each with its own ids and token.
 *
 * @param {number} count
 */
export function signedInteractions(count) {
  return Array.from({ length: count }, (_, index) => {
    const id = String(1_360_000_000_000_000_000n + BigInt(index));
    const user = { id, username: `player-${index}`, global_name: `Player ${index}` };
    const token = `${index}-`.padEnd(200, "t");
    const own = Buffer.from(JSON.stringify({ ...payload, id, token, member: { ...payload.member, user } }));
    return { body: own, signature: sign(null, Buffer.concat([Buffer.from(timestamp), own]), privateKey) };
  });
}
