import { invalidField, type Refusal } from "../base/refusal.ts";
import type { CommandBody } from "./command-record.ts";
import { generalWord } from "./form-errors.ts";
import { createHash } from "node:crypto";
import { isObject } from "../../core/check/readers.ts";
import { settableApplicationFlags } from "../../wire/application.ts";

export interface ApplicationTraits {
  readonly activities: boolean;
  readonly discoverable?: boolean | undefined;
}

/** See Application Commands Interface, "Application command" and "Authentication", rule 9. The messages are guesses. */
export function refuseUnfit(traits: ApplicationTraits, body: CommandBody, path: string): void {
  if (!traits.activities && (body["handler"] ?? null) !== null)
    throw notEmbedded(`${path}handler`, "have a handler");
  if (traits.discoverable && body["nsfw"] === true)
    throw invalidField(
      `${path}nsfw`,
      generalWord,
      "Applications with discovery enabled cannot contain age-restricted commands",
    );
}

/** See Discord documentation, Interactions, "Interaction Callback Type". The message is a guess. */
export function refuseLaunch({ activities }: Pick<ApplicationTraits, "activities">): void {
  if (!activities) throw notEmbedded("type", "launch an Activity");
}

function notEmbedded(path: string, deed: string): Refusal {
  const message = `Only applications with the EMBEDDED flag can ${deed}: enable Activities`;
  return invalidField(path, generalWord, message);
}

export type ApplicationSettings = Readonly<Record<string, unknown>>;

type Keep = (value: unknown) => unknown;

const asItIs: Keep = (value) => value;
/** Images are shown as hashes (Discord documentation, Reference, "Image Formatting"). */
const asHash: Keep = (value) => createHash("md5").update(String(value)).digest("hex");

const shown: Readonly<Record<string, Keep>> = {
  description: asItIs,
  icon: asHash,
  cover_image: asHash,
  flags: (value) => Number(value) & settableApplicationFlags,
  tags: asItIs,
  custom_install_url: asItIs,
  install_params: describeInstallation,
  integration_types_config: describeContexts,
  max_participants: asItIs,
};

const own: Readonly<Record<string, Keep>> = {
  role_connections_verification_url: asItIs,
  event_webhooks_url: asItIs,
  event_webhooks_status: asItIs,
  event_webhooks_types: asItIs,
  explicit_content_filter: asItIs,
};

export function changeSettings(before: ApplicationSettings, body: ApplicationSettings): ApplicationSettings {
  const changed = Object.entries({ ...shown, ...own })
    .filter(([name]) => body[name] !== undefined)
    .map(([name, keep]) => [name, body[name] === null ? undefined : keep(body[name])]);
  return { ...before, ...Object.fromEntries(changed) };
}

export function describeSettings(settings: ApplicationSettings): ApplicationSettings {
  return pick(settings, shown);
}

export function describeOwnSettings(settings: ApplicationSettings): ApplicationSettings {
  return pick(settings, own);
}

function pick(settings: ApplicationSettings, names: object): ApplicationSettings {
  const set = Object.entries(settings).filter(([name, value]) => name in names && value !== undefined);
  return Object.fromEntries(set);
}

interface Installation {
  readonly scopes?: readonly string[] | null;
  readonly permissions?: string | number | null;
}

function describeInstallation(value: unknown): unknown {
  const { scopes, permissions } = value as Installation;
  return { scopes: scopes ?? [], permissions: String(permissions ?? 0) };
}

function describeContexts(value: unknown): unknown {
  const contexts = Object.entries(value as object).filter(([, context]) => isObject(context));
  return Object.fromEntries(contexts.map(([name, context]) => [name, describeContext(context)]));
}

function describeContext(context: unknown): unknown {
  const { oauth2_install_params: params } = context as Readonly<Record<string, unknown>>;
  return params ? { oauth2_install_params: describeInstallation(params) } : {};
}
