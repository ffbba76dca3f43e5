import { createHash } from "node:crypto";
import type { EmulatorApplicationInit, WorldInit } from "slashpass/emulator";

// Ids of the first hours of 2015, before there was a service: nothing real has them.
export const firstApplicationId = "1000000000000001";
/** Between them are the ids of the example's guild, channel and players. */
const furtherApplicationIds = 1_000_000_000_000_100n;

/**
 * A world whose applications have the same ids, keys and secrets at every start: missing ones are computed, so that
 * nobody has to write a secret into a file.
 */
export function withIdentities(world: WorldInit): WorldInit {
  const { applications = [{}] } = world;
  // A wrong list is refused by the emulator, which names it.
  if (!Array.isArray(applications)) return world;
  return { ...world, applications: applications.map(withIdentity) };
}

function withIdentity(init: EmulatorApplicationInit, index: number): EmulatorApplicationInit {
  if (typeof init !== "object" || init === null || Array.isArray(init)) return init;
  const id = init.id ?? (index === 0 ? firstApplicationId : String(furtherApplicationIds + BigInt(index)));
  return { ...identityOf(String(id)), ...init, id };
}

/** The key and the secrets of an application. */
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

/** The private key of the application that is there where no world names another, 64 hexadecimal digits. */
export function fixedPrivateKey(): string {
  return identityOf(firstApplicationId).privateKey;
}
