import { CommandsClient } from "slashpass/commands";
import { readWish } from "../emulator/options.ts";
import { requestLine } from "../emulator/request-line.ts";
import { settingsOf } from "../emulator/settings.ts";
import { openPage, startWished } from "../emulator/start-emulator.ts";
import { ExitCode, Failure } from "../frame/failure.ts";
import type { ProjectFiles } from "../settings/settings.ts";
import type { Place } from "./place.ts";
import type { DevCall } from "./wish.ts";

export async function startEmulatedPlace(
  call: DevCall,
  { commandsFile, languagesFolder }: ProjectFiles,
): Promise<Place> {
  const { options, terminal } = call;
  const wish = await readWish({ ...call, options: { ...options, endpoint: undefined } });
  const { emulator, state } = await startWished(call, wish, (record) => {
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
    begin: () => Promise.resolve(),
    async point(endpointUrl) {
      await application.setInteractionsEndpoint(endpointUrl).catch((error: unknown) => {
        throw new Failure(
          `The handler does not respond as the service requires. ${(error as Error).message}`,
          {
            code: "bad_handler",
            hint: "Give createInteractionHandler process.env.SLASHPASS_PUBLIC_KEY and process.env.SLASHPASS_API_BASE, which are set for it here.",
          },
        );
      });
      if (options.open) await openPage(call, emulator);
    },
    leave() {
      // Otherwise the saved state would contain the URL of a stopped server.
      application.removeInteractionsEndpoint();
      return Promise.resolve(ExitCode.Done);
    },
    async close() {
      await using _closed = emulator;
      await state?.saveOrThrow();
    },
  };
}
