import type { Readable, Writable } from "node:stream";
import type { ClientOptions } from "slashpass";

export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** For tests. Default: the system's browser and keychain. */
  readonly own?: Pick<ClientOptions, "openBrowser" | "store">;
  /** Stops the command, which then reports what it has changed. */
  readonly signal: AbortSignal;
}

export interface Host extends Surroundings {
  /** The command that starts this program, without its arguments. */
  readonly program: readonly string[];
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: Readable & { readonly isTTY?: boolean };
}

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

/** Hides Node's warnings about experimental features, such as loading TypeScript. Users cannot act on them. */
export function hideExperimentalWarnings(): void {
  const printing = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning") return;
    for (const print of printing) print(warning);
  });
}
