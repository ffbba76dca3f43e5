import { type Emulator, startEmulator } from "slashpass/emulator";
import type { Call, Outcome } from "../frame/call.ts";
import type { ValuesOf } from "../frame/definition.ts";
import { ExitCode } from "../frame/exit-code.ts";
import { misunderstood } from "../frame/failure.ts";
import type { definition } from "./definition.ts";

type Options = typeof definition.options;

/** Serves until Ctrl-C. */
export async function run({ options, terminal, signal }: Call<Options>): Promise<Outcome> {
  const emulator = await startEmulator({ port: readPort(options) });
  const { application, apiBase, webBase } = emulator;
  terminal.print(greetingOf(emulator));
  return {
    result: { applicationId: application.id, publicKey: application.publicKey, apiBase, webBase },
    lasting: async () => {
      await using _closed = emulator;
      await ended(signal);
      return ExitCode.Done;
    },
  };
}

function greetingOf({ application, apiBase, webBase, players }: Emulator): string {
  return `The service runs on this machine. Ctrl-C ends it. Its page for you, with the
application's secrets and commands: ${webBase}/

  webBase        ${webBase}
  apiBase        ${apiBase}
  application    ${application.id} (${application.name}, a public client)
  public key     ${application.publicKey}
  players        ${players.map(({ name }) => name).join(", ")}, or any other name
`;
}

function readPort({ port }: ValuesOf<Options>): number | undefined {
  if (port === undefined) return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw misunderstood(
    `--port takes a number from 0 to 65535, not '${port}'.`,
    "Try 'slashpass emulator --help'.",
  );
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
