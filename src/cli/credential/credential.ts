import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import {
  type ApplicationSecrets,
  applicationSecretsIn,
  refuseForeignHost,
} from "../settings/application-secrets.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import {
  askUntilAccepted,
  deleteEntry,
  describeEntry,
  entryOf,
  type KeychainEntry,
  readStoredSecrets,
  writeEntry,
} from "../settings/stored-secrets.ts";
import { readEnvironments, readSettings, type Settings } from "../settings/settings.ts";
import type { credential } from "./definitions.ts";

type CredentialCall = Call<typeof credential.list.options>;

interface Known {
  readonly environment: string | undefined;
  readonly applicationId: string;
  /** In order of precedence. */
  readonly source: "variable" | "keychain" | "none";
  readonly kind?: "bot-token" | "client-secret" | "both";
  readonly entry?: KeychainEntry;
}

export async function list(call: CredentialCall): Promise<Outcome> {
  const { terminal } = call;
  const known: Known[] = [];
  let isReadable = true;
  for (const settings of await readEnvironments(call)) {
    const { reachable = true, ...each } = await lookUp(settings, call.env);
    isReadable &&= reachable;
    known.push(each);
  }
  if (!isReadable) terminal.note("The keychain cannot be read.");
  terminal.printTable(known.map(rowOf), head);
  return { result: { credentials: known } };
}

async function lookUp(
  settings: Settings,
  env: Call["env"],
): Promise<Known & { readonly reachable?: boolean }> {
  const { environment, applicationId } = settings;
  const inVariables = applicationSecretsIn(env, settings);
  if (inVariables) return { environment, applicationId, source: "variable", kind: kindOf(inVariables) };
  const { secrets, reachable } = await readStoredSecrets(settings);
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
  return [
    escapeControls(environment),
    applicationId,
    kind ? kinds[kind] : "none",
    source === "none" ? "" : source,
  ];
}

export async function set(call: CredentialCall): Promise<Outcome> {
  const { env, terminal } = call;
  const settings = await readSettings(call);
  refuseForeignHost(settings);
  const secrets = await askUntilAccepted(call, settings);
  await writeEntry(secrets, settings);
  const { applicationId, environment } = settings;
  const entry = entryOf(settings);
  terminal.printText(
    `Stored the credential for ${applicationOf(applicationId, environment)} in ${describeEntry(entry)}.`,
  );
  if (applicationSecretsIn(env, settings)) terminal.note("An environment variable takes precedence over it.");
  return { result: { environment, applicationId, entry } };
}

export async function forget(call: CredentialCall): Promise<Outcome> {
  const settings = await readSettings(call);
  const { applicationId, environment } = settings;
  const forgotten = await deleteEntry(settings);
  const entry = entryOf(settings);
  const application = applicationOf(applicationId, environment);
  call.terminal.printText(
    forgotten
      ? `Deleted the credential for ${application}: ${describeEntry(entry)}.`
      : `No credential is stored for ${application} (no ${describeEntry(entry).replace("the ", "")}).`,
  );
  return { result: { environment, applicationId, entry, forgotten } };
}
