import { existsSync } from "node:fs";
import { ApiClient } from "slashpass/api";
import type { DesiredCommand } from "slashpass/commands";
import { readAndPlan } from "../app/open-application.ts";
import { readWanted, type Wanted } from "../app/read-wanted.ts";
import { loadDefinitions } from "../commands/source.ts";
import { misunderstood, tell } from "../frame/failure.ts";
import { refusePlanted } from "../settings/config-file.ts";
import type { Settings } from "../settings/settings.ts";
import { checkNeeds } from "./check-needs.ts";
import type { Finding } from "./report.ts";

export async function compareApplication(
  settings: Settings,
  botToken: string | undefined,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const faults: Finding[] = [];
  const attempt = async <T>(fault: Pick<Finding, "check" | "verdict">, read: () => Promise<T>) => {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      faults.push(faultOf(fault, error));
      return undefined;
    }
  };
  const wanted = await attempt({ check: "settings", verdict: "failure" }, () => wantedOf(settings));
  const commands = await attempt({ check: "commands", verdict: "failure" }, () => commandsOf(settings));
  if (!wanted && !commands) return faults;
  if (botToken === undefined) return [...faults, withoutToken];
  const compared = await attempt({ check: "settings", verdict: "not-checked" }, async () => {
    const { applicationId, apiBase } = settings;
    const api = new ApiClient({ applicationId, apiBase, credential: { botToken }, timeoutMs });
    return checkNeeds({ wanted, commands, ...(await readAndPlan(api, wanted ?? nothingWanted, signal)) });
  });
  return [...faults, ...(compared ?? [])];
}

/** The same as for the other checks. */
const timeoutMs = 10_000;

const nothingWanted = { settings: {}, imageHashes: {} };

async function wantedOf(settings: Settings): Promise<Wanted | undefined> {
  return settings.application && readWanted(settings);
}

async function commandsOf({
  commandsFile,
  guildId,
  languagesFolder,
}: Settings): Promise<readonly DesiredCommand[] | undefined> {
  if (!existsSync(commandsFile)) return undefined;
  refusePlanted(commandsFile, "If you trust it, make it your own with chown.");
  const { commands, findings } = await loadDefinitions(commandsFile, { guildId, languagesFolder });
  if (findings.every(({ finding }) => finding.severity !== "error"))
    return commands as readonly DesiredCommand[];
  throw misunderstood(
    `The service would refuse commands in ${commandsFile}.`,
    "'slashpass commands validate' names the rules.",
  );
}

const withoutToken: Finding = {
  check: "settings",
  verdict: "not-checked",
  found: "Only its bot may read the application's settings.",
  advice: "With SLASHPASS_BOT_TOKEN in the environment they are compared with the config and the commands.",
};

function faultOf(fault: Pick<Finding, "check" | "verdict">, error: unknown): Finding {
  const { code, message, hint } = tell(error);
  return { ...fault, found: message, code, ...(hint !== undefined && { advice: hint }) };
}
