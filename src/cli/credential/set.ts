import type { Call, Outcome } from "../frame/run-command.ts";
import { askUntilAccepted } from "../settings/ask-credential.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { ofVariables, refuseForeignHost } from "../settings/application-secrets.ts";
import { entryInWords, entryOf, writeEntry } from "../settings/kept-secrets.ts";
import { readSettings } from "../settings/settings.ts";
import type { set } from "./definitions.ts";

export async function run(call: Call<typeof set.options>): Promise<Outcome> {
  const { env, terminal } = call;
  const settings = await readSettings(call);
  refuseForeignHost(settings);
  const secrets = await askUntilAccepted(call, settings);
  await writeEntry(secrets, settings);
  const { applicationId, environment } = settings;
  const entry = entryOf(settings);
  terminal.print(
    terminal.wrap(
      `Kept the credential of ${applicationOf(applicationId, environment)} in ${entryInWords(entry)}.`,
    ),
  );
  if (ofVariables(env, settings)) terminal.note("An environment variable has precedence over it.");
  return { result: { environment, applicationId, entry } };
}
