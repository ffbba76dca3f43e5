import { resolve } from "node:path";
import type { GuildResult, Permit } from "slashpass/commands";
import { fileJournal } from "slashpass/commands/file-journal";
import type { Call, Outcome } from "../frame/call.ts";
import { misunderstood } from "../frame/failure.ts";
import { counted } from "../frame/shown.ts";
import { confirmWrite } from "../settings/confirm-write.ts";
import type { rollout } from "./definitions.ts";
import { loadCommands } from "./load-definitions.ts";
import { tellLost } from "./permission-loss.ts";
import { openClient } from "./open-client.ts";
import { readGuilds } from "./read-guilds.ts";
import { readTarget, targetAsData } from "./read-target.ts";
import { rolloutAsData, rolloutFailed } from "./rollout-report.ts";

export async function run(call: Call<typeof rollout.options>): Promise<Outcome> {
  const { terminal } = call;
  const guilds = guildsFileOf(call);
  const guildIds = await readGuilds(guilds);
  const settings = { ...(await readTarget(call)), guildId: undefined };
  const commands = await loadCommands(call, settings.commandsFile, { ...settings, guildId: guildIds[0] });
  const client = await openClient(call, settings);
  const journal = resolve(call.cwd, call.options.journal ?? `${guilds}.${settings.applicationId}.journal`);
  const action = `Roll out ${counted(commands.length, "command")} to ${counted(guildIds.length, "guild")}`;
  await confirmWrite(call, settings, { action, always: true });
  const results = await rollOut(call, guildIds.length, (onProgress) =>
    client.rollout(commands, guildIds, {
      allow: call.options.allow as readonly Permit[],
      allowPermissionLoss: call.options.allowPermissionLoss,
      signal: call.signal,
      journal: fileJournal(journal),
      onProgress,
    }),
  );
  tellLost(
    results.flatMap(({ savedPermissions = [] }) => savedPermissions),
    terminal,
  );
  const data = { target: targetAsData(settings), journal, ...rolloutAsData(results) };
  if (results.some(({ status }) => status === "failed")) throw rolloutFailed(results, data, call);
  const before = data.skipped === 0 ? "" : `, ${data.skipped} done before`;
  terminal.print(`${counted(data.done, "guild")} done${before}.`);
  return { result: data };
}

function guildsFileOf({ cwd, options }: Call<typeof rollout.options>): string {
  if (options.guilds !== undefined) return resolve(cwd, options.guilds);
  throw misunderstood(
    "A rollout needs --guilds, the file with the guilds.",
    "Try 'slashpass commands rollout --help'.",
  );
}

async function rollOut(
  { terminal }: Pick<Call, "terminal">,
  total: number,
  work: (onProgress: (result: GuildResult, done: number) => void) => Promise<readonly GuildResult[]>,
): Promise<readonly GuildResult[]> {
  const bar = terminal.progress("Rolling out", total);
  try {
    return await work(({ guildId, status }, done) => bar.update(done, `guild ${guildId} ${status}`));
  } finally {
    bar.end();
  }
}
