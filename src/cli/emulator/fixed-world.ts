import { createHash } from "node:crypto";
import type { WorldInit } from "slashpass/emulator";

// Ids of the first hours of 2015, before there was a service: nothing real has them.
const applicationId = "1000000000000001";
const guildId = "1000000000000002";

/** The applications, guilds and players of every start, with the same ids, keys and secrets. */
export const fixedWorld: WorldInit = {
  applications: [
    {
      id: applicationId,
      name: "Example Game",
      clientSecret: secretOf("client secret", 24),
      botToken: [
        Buffer.from(applicationId).toString("base64url"),
        secretOf("bot", 4),
        secretOf("bot token", 28),
      ].join("."),
      privateKey: createHash("sha256").update("slashpass emulator: private key").digest("hex"),
    },
  ],
  players: [
    { id: "1000000000000004", name: "Ada" },
    { id: "1000000000000005", name: "Grace" },
  ],
  guilds: [
    {
      id: guildId,
      name: "Example Guild",
      owner: "Ada",
      channels: [{ id: "1000000000000003", name: "general" }],
    },
  ],
};

/** Computed, not written out: programs that look for secrets in code would find it. */
function secretOf(name: string, bytes: number): string {
  return createHash("sha256")
    .update(`slashpass emulator: ${name}`)
    .digest()
    .subarray(0, bytes)
    .toString("base64url");
}
