import type { Surroundings } from "./host.ts";

export const variables = {
  environment: "SLASHPASS_ENVIRONMENT",
  applicationId: "SLASHPASS_APPLICATION_ID",
  guildId: "SLASHPASS_GUILD_ID",
  publicKey: "SLASHPASS_PUBLIC_KEY",
  apiBase: "SLASHPASS_API_BASE",
  webBase: "SLASHPASS_WEB_BASE",
  botToken: "SLASHPASS_BOT_TOKEN",
  clientSecret: "SLASHPASS_CLIENT_SECRET",
  accessToken: "SLASHPASS_ACCESS_TOKEN",
  // Internal to `emulator --as-service`.
  namespace: "SLASHPASS_NAMESPACE",
  namespacePort: "SLASHPASS_NAMESPACE_PORT",
  // Internal to `doctor --social-sdk`: set in the child process that loads the library.
  doctorChild: "SLASHPASS_DOCTOR_CHILD",
} as const;

export function trimVariables(env: Surroundings["env"]): Surroundings["env"] {
  const own = Object.entries(env).filter(([name]) => name.startsWith("SLASHPASS_"));
  return { ...env, ...Object.fromEntries(own.map(([name, value]) => [name, value?.trim()])) };
}
