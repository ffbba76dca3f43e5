import type { Call, Outcome } from "../frame/run-command.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { deleteEntry, entryInWords, entryOf } from "../settings/kept-secrets.ts";
import { readSettings } from "../settings/settings.ts";
import type { forget } from "./definitions.ts";

export async function run(call: Call<typeof forget.options>): Promise<Outcome> {
  const { terminal } = call;
  const settings = await readSettings(call);
  const { applicationId, environment } = settings;
  const forgotten = await deleteEntry(settings);
  const entry = entryOf(settings);
  const application = applicationOf(applicationId, environment);
  terminal.print(
    terminal.wrap(
      forgotten
        ? `Deleted the credential of ${application}: ${entryInWords(entry)}.`
        : `No credential of ${application} is kept: there is no ${entryInWords(entry).replace("the ", "")}.`,
    ),
  );
  return { result: { environment, applicationId, entry, forgotten } };
}
