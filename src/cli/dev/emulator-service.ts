import { CommandsClient } from "slashpass/commands";
import { readStartOptions } from "../emulator/options.ts";
import { openPage, requestLine, startWithOptions } from "../emulator/start-emulator.ts";
import { settingsOf } from "../emulator/settings.ts";
import { ExitCode, Failure } from "../frame/failure.ts";
import type { ProjectFiles } from "../settings/settings.ts";
import type { DevCall, DevService } from "./options.ts";

export async function startEmulatorService(
  call: DevCall,
  { commandsFile, languagesFolder }: ProjectFiles,
): Promise<DevService> {
  const { options, terminal } = call;
  const startOptions = await readStartOptions({ ...call, options: { ...options, endpoint: undefined } });
  const { emulator, state } = await startWithOptions(call, startOptions, (record) => {
    const isRefused = (record.status ?? 500) >= 400 || record.reason !== undefined;
    if (isRefused) terminal.log(requestLine(record, terminal.notePaint));
  });
  const { application, apiBase, webBase } = emulator;
  const { open, secret } = settingsOf(emulator);
  return {
    target: { environment: undefined, applicationId: application.id, apiBase, commandsFile, languagesFolder },
    scope: new CommandsClient(emulator.commandsOptions()).global,
    variables: { ...open, ...secret },
    endpointPort: undefined,
    addresses: [["emulator", `${webBase}/`]],
    result: { applicationId: application.id, apiBase, webBase },
    prepare: () => Promise.resolve(),
    async setEndpoint(endpointUrl) {
      await application.setInteractionsEndpoint(endpointUrl).catch((error: unknown) => {
        throw new Failure(
          `The handler does not respond as the service requires. ${(error as Error).message}`,
          {
            code: "bad_handler",
            hint: "Pass process.env.SLASHPASS_PUBLIC_KEY and process.env.SLASHPASS_API_BASE to createInteractionHandler; slashpass sets both.",
          },
        );
      });
      if (options.open) await openPage(call, emulator);
    },
    restore() {
      // Otherwise, the saved state would contain the URL of a stopped server.
      application.removeInteractionsEndpoint();
      return Promise.resolve(ExitCode.Done);
    },
    async close() {
      await using _closed = emulator;
      await state?.saveOrThrow();
    },
  };
}
