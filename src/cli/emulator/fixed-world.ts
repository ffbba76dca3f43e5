import { createHash } from "node:crypto";
import type { EmulatorApplicationInit, WorldInit } from "slashpass/emulator";

// These cannot be real ids, because the snowflakes date from early 2015, before Discord existed.
export const firstApplicationId = "1000000000000001";
const furtherApplicationIds = 1_000_000_000_000_100n;

/** Derives missing ids, keys and secrets, so that they are the same at every start. */
export function withIdentities(world: WorldInit): WorldInit {
  const { applications = [{}] } = world;
  // The emulator reports the invalid value.
  if (!Array.isArray(applications)) return world;
  return { ...world, applications: applications.map(withIdentity) };
}

function withIdentity(init: EmulatorApplicationInit, index: number): EmulatorApplicationInit {
  if (typeof init !== "object" || init === null || Array.isArray(init)) return init;
  const id = init.id ?? (index === 0 ? firstApplicationId : String(furtherApplicationIds + BigInt(index)));
  return { ...identityOf(String(id)), ...init, id };
}

function identityOf(id: string) {
  const secret = (name: string) =>
    createHash("sha256").update(`slashpass emulator: ${name} of ${id}`).digest();
  const text = (name: string, bytes: number) => secret(name).subarray(0, bytes).toString("base64url");
  return {
    clientSecret: text("client secret", 24),
    botToken: [Buffer.from(id).toString("base64url"), text("bot", 4), text("bot token", 28)].join("."),
    privateKey: secret("private key").toString("hex"),
  };
}

/** The default application's private key, as 64 hexadecimal digits. */
export function fixedPrivateKey(): string {
  return identityOf(firstApplicationId).privateKey;
}
