import { liveSettings } from "slashpass/api";
import { readGlobalTarget, targetAsData } from "../commands/open-client.ts";
import { resolve } from "node:path";
import { confirmFile, writeResult } from "../commands/apply-commands.ts";
import { formatOf } from "../commands/pull.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { applicationText } from "../init/write-files.ts";
import type { pull } from "./definitions.ts";
import { openApplication } from "./read-desired-settings.ts";

export async function run(call: Call<typeof pull.options>): Promise<Outcome> {
  const { cwd, options, terminal, signal } = call;
  const settings = await readGlobalTarget(call);
  const file = options.file === undefined ? undefined : resolve(cwd, options.file);
  const format = file === undefined ? "json" : formatOf(file);
  if (file !== undefined) await confirmFile(call, file);
  const api = await openApplication(call, settings);
  const application = await terminal.during("Reading the application", async () =>
    liveSettings({
      application: await api.application.get({ signal }),
      metadata: await api.roleConnectionMetadata.get({ signal }),
    }),
  );
  const text = applicationText(format, application);
  if (file === undefined) terminal.print(text.trimEnd());
  else {
    await writeResult(file, text);
    terminal.printText(`Wrote the application's settings to ${file}.`);
  }
  return { result: { target: targetAsData(settings), application, file } };
}
