import type { Emulator } from "slashpass/emulator";
import { fileLimits, readBytes, readProblem } from "../../core/resolve/read-file.ts";
import { Failure, misunderstood } from "../frame/failure.ts";
import { writePrivateFile } from "../frame/private-file.ts";
import { variables } from "../frame/host.ts";

interface EmulatorSettings {
  readonly open: Readonly<Record<string, string>>;
  readonly secret: Readonly<Record<string, string>>;
}

type SettingEmulator = Pick<Emulator, "application" | "guilds" | "apiBase" | "webBase">;

export function settingsOf({ application, guilds, apiBase, webBase }: SettingEmulator): EmulatorSettings {
  const [guild] = guilds;
  return {
    open: {
      [variables.applicationId]: application.id,
      [variables.publicKey]: application.publicKey,
      ...(guild && { [variables.guildId]: guild.id }),
      [variables.apiBase]: apiBase,
      [variables.webBase]: webBase,
    },
    secret: {
      [variables.clientSecret]: application.clientSecret,
      [variables.botToken]: application.botToken,
    },
  };
}

/** The values never need quotes. */
export function linesOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

const head = "# Written by slashpass emulator; this file is overwritten each time it starts.";

export async function refuseForeignFile(path: string): Promise<void> {
  const bytes = await readBytes(path, fileLimits.settings).catch((error: unknown) => {
    const problem = readProblem(error);
    if (problem === "ENOENT") return Buffer.from(head);
    throw misunderstood(
      `${path} cannot be read (${problem}).`,
      "Choose another file with --env.",
      "env_file_taken",
    );
  });
  // Decodes leniently, so that the user's own files are recognized regardless of their encoding.
  if (new TextDecoder().decode(bytes).startsWith(head)) return;
  throw misunderstood(
    `${path} already exists and was not written by the emulator.`,
    "Choose another file with --env, such as .env.emulator, or delete this one.",
    "env_file_taken",
  );
}

export async function writeSettings(path: string, { open, secret }: EmulatorSettings): Promise<void> {
  try {
    await writePrivateFile(path, `${head}\n${linesOf({ ...open, ...secret })}\n`);
  } catch (error) {
    throw new Failure(`The settings cannot be written to ${path} (${readProblem(error)}).`, {
      code: "env_file_not_written",
      hint: "Check that its folder exists and is writable, or choose another file with --env.",
    });
  }
}
