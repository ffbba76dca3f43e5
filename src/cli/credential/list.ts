import type { Call, Outcome } from "../frame/run-command.ts";
import { columns } from "../frame/columns.ts";
import { shown } from "../frame/shown.ts";
import { type ApplicationSecrets, ofVariables } from "../settings/application-secrets.ts";
import { entryOf, type KeychainEntry, readKeptSecrets } from "../settings/kept-secrets.ts";
import { readEnvironments, type Settings } from "../settings/settings.ts";
import type { list } from "./definitions.ts";

interface Known {
  readonly environment: string | undefined;
  readonly applicationId: string;
  /** In order of precedence. */
  readonly source: "variable" | "keychain" | "none";
  readonly kind?: "bot-token" | "client-secret" | "both";
  readonly entry?: KeychainEntry;
}

export async function run(call: Call<typeof list.options>): Promise<Outcome> {
  const { terminal } = call;
  const known: Known[] = [];
  let isReadable = true;
  for (const settings of await readEnvironments(call)) {
    const { reachable = true, ...each } = await lookUp(settings, call.env);
    isReadable &&= reachable;
    known.push(each);
  }
  if (!isReadable) terminal.note("The keychain cannot be read.");
  terminal.print(columns([head.map(terminal.paint.bold), ...known.map(rowOf)], terminal.columns));
  return { result: { credentials: known } };
}

async function lookUp(
  settings: Settings,
  env: Call["env"],
): Promise<Known & { readonly reachable?: boolean }> {
  const { environment, applicationId } = settings;
  const inVariables = ofVariables(env, settings);
  if (inVariables) return { environment, applicationId, source: "variable", kind: kindOf(inVariables) };
  const { secrets, reachable } = await readKeptSecrets(settings);
  if (!secrets) return { environment, applicationId, source: "none", reachable };
  return { environment, applicationId, source: "keychain", kind: kindOf(secrets), entry: entryOf(settings) };
}

function kindOf({ botToken, clientSecret }: ApplicationSecrets): NonNullable<Known["kind"]> {
  if (botToken !== undefined && clientSecret !== undefined) return "both";
  return botToken === undefined ? "client-secret" : "bot-token";
}

const head = ["ENVIRONMENT", "APPLICATION", "CREDENTIAL", "FROM"];

const kinds = { "bot-token": "bot token", "client-secret": "client secret", both: "both" } as const;

function rowOf({ environment = "", applicationId, source, kind }: Known): string[] {
  return [shown(environment), applicationId, kind ? kinds[kind] : "none", source === "none" ? "" : source];
}
