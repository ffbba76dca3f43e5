import {
  CommandsClient,
  type GuildPermissions,
  isClientError,
  type PermissionsPlan,
  type PermissionsPlanOptions,
} from "slashpass/commands";
import { beforeWriting, failedGuild, noteFailedGuilds } from "../commands/plan-and-apply.ts";
import { readAccess, targetAsData } from "../commands/open-client.ts";
import { Failure, misunderstood } from "../frame/failure.ts";
import { type Call, counted } from "../frame/run-command.ts";
import { isId } from "../settings/config-file.ts";
import { notInConfig, readSettings, type Settings } from "../settings/settings.ts";
import type { plan } from "./definitions.ts";

type PlanningCall = Pick<Call, "env" | "cwd" | "terminal" | "signal"> & {
  readonly options: Pick<Call<typeof plan.options>["options"], "guild" | "config" | "environment">;
};

interface RuledSettings extends Settings {
  readonly permissions: NonNullable<Settings["permissions"]>;
}

export async function readRuledSettings(call: PlanningCall): Promise<RuledSettings> {
  const settings = await readSettings(call);
  const { permissions } = settings;
  if (permissions !== undefined) return { ...settings, permissions };
  const hint = 'Add permissions to it, for example { "ping": [{ "role": "Moderator", "allow": true }] }.';
  throw notInConfig(settings, "permissions", hint, "no_permissions");
}

interface PlannedGuilds {
  readonly client: CommandsClient;
  readonly plans: readonly PermissionsPlan[];
  readonly skipped: number;
}

export async function planGuilds(
  call: PlanningCall,
  settings: RuledSettings,
  how: Pick<PermissionsPlanOptions, "journal"> = {},
): Promise<PlannedGuilds> {
  const { terminal, signal } = call;
  const guildIds = guildsOf(call, settings);
  const client = new CommandsClient(await readAccess(call, settings));
  const planning = terminal.during("Reading the guilds", (bar) =>
    client.planPermissions(settings.permissions, {
      ...how,
      guildIds,
      signal,
      onProgress: ({ guildId }, done, total) => bar.update(done, `of ${total}, guild ${guildId}`),
    }),
  );
  const guilds = await beforeWriting(signal, planning).catch((error: unknown) => {
    throw isClientError(error) && ofRules.includes(error.code) ? wrongRules(error) : error;
  });
  refuseUnplanned(guilds, settings, terminal);
  const plans = guilds.flatMap((entry) => (entry.status === "planned" ? [entry.plan] : []));
  return { client, plans, skipped: guilds.length - plans.length };
}

function guildsOf({ options }: PlanningCall, { guildId }: Settings): readonly string[] | undefined {
  const wrong = options.guild.find((one) => !isId(one));
  if (wrong !== undefined) {
    throw misunderstood(
      `--guild takes guild ids, not '${wrong}'.`,
      "To copy ids, enable Developer Mode in Discord.",
    );
  }
  if (options.guild.length > 0) return options.guild;
  return guildId === undefined ? undefined : [guildId];
}

/** The library's error codes for invalid rules, which are thrown before any request is sent. */
const ofRules: readonly string[] = ["invalid_argument", "invalid_id", "unknown_option"];

function wrongRules({ message, hint }: { readonly message: string; readonly hint?: string }): Failure {
  return misunderstood(`The config cannot be used: ${message}`, hint, "config_invalid");
}

function refuseUnplanned(
  guilds: readonly GuildPermissions[],
  settings: Settings,
  terminal: Call["terminal"],
): void {
  const failed = guilds.flatMap((entry) =>
    entry.status === "failed" ? [failedGuild(entry.guildId, entry.error)] : [],
  );
  if (failed.length === 0) return;
  noteFailedGuilds(failed, terminal);
  throw new Failure(
    `Permissions cannot be planned for ${failed.length} of ${counted(guilds.length, "guild")}; nothing was written.`,
    {
      code: "permissions_not_planned",
      hint: "Correct the config or the guilds, or pass only the unaffected guilds with --guild.",
      details: { target: targetAsData(settings), failed },
    },
  );
}

export function plansAsData(plans: readonly PermissionsPlan[]) {
  return plans.map((plan) => {
    const { digest: _, ...data } = plan;
    return data;
  });
}
