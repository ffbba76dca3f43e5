import { invalidField, type Refusal } from "../base/refusal.ts";
import type { CommandBody } from "./command-record.ts";
import { generalWord } from "./form-errors.ts";
import { createHash } from "node:crypto";
import { isObject } from "../../core/check/readers.ts";
import { settableFlags } from "../../wire/application.ts";

/** The traits of an application that its commands depend on. */
export interface ApplicationTraits {
  /** Whether it has an Activity: the EMBEDDED flag. */
  readonly activities: boolean;
  /** Whether everybody can find it in the directory. */
  readonly discoverable?: boolean | undefined;
}

/**
 * Refuses what an application may not have (Application Commands Interface, "Application command" and "Authentication", rule
 * 9). The service's words have not been observed.
 *
 * @param path - leads to the command, with a dot at its end.
 * @throws Refusal 50035.
 */
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

/**
 * Refuses the launch of an Activity that an application does not have (Discord documentation, Interactions, "Interaction
 * Callback Type", LAUNCH_ACTIVITY). The service's words have not been observed.
 *
 * @throws Refusal 50035.
 */
export function refuseLaunch({ activities }: Pick<ApplicationTraits, "activities">): void {
  if (!activities) throw notEmbedded("type", "launch an Activity");
}

function notEmbedded(path: string, deed: string): Refusal {
  const message = `Only applications with the EMBEDDED flag can ${deed}: enable Activities`;
  return invalidField(path, generalWord, message);
}

/** The settings that an application's developer has made through the API, as the API shows them; unset ones are absent. */
export type ApplicationSettings = Readonly<Record<string, unknown>>;

/** How a setting is kept. Null is kept as nothing. */
type Keep = (value: unknown) => unknown;

const asItIs: Keep = (value) => value;
/** A picture is shown by its hash (Discord documentation, Reference, "Image Formatting"). */
const asHash: Keep = (value) => createHash("md5").update(String(value)).digest("hex");

/** Settings that everybody sees (Discord documentation, Application, "Edit Current Application"; published description). */
const shown: Readonly<Record<string, Keep>> = {
  description: asItIs,
  icon: asHash,
  cover_image: asHash,
  flags: (value) => Number(value) & settableFlags,
  tags: asItIs,
  custom_install_url: asItIs,
  install_params: describeInstallation,
  integration_types_config: describeContexts,
  max_participants: asItIs,
};

/** Settings that the application alone sees. */
const own: Readonly<Record<string, Keep>> = {
  role_connections_verification_url: asItIs,
  event_webhooks_url: asItIs,
  event_webhooks_status: asItIs,
  event_webhooks_types: asItIs,
  explicit_content_filter: asItIs,
};

/** The settings after a checked body of the API; null in it removes a setting. */
export function changeSettings(before: ApplicationSettings, body: ApplicationSettings): ApplicationSettings {
  const changed = Object.entries({ ...shown, ...own })
    .filter(([name]) => body[name] !== undefined)
    .map(([name, keep]) => [name, body[name] === null ? undefined : keep(body[name])]);
  return { ...before, ...Object.fromEntries(changed) };
}

/** The publicly visible settings. */
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

/** As an application writes it. */
interface Installation {
  readonly scopes?: readonly string[] | null;
  readonly permissions?: string | number | null;
}

function describeInstallation(value: unknown): unknown {
  const { scopes, permissions } = value as Installation;
  return { scopes: scopes ?? [], permissions: String(permissions ?? 0) };
}

/** The contexts of installation, with their settings; a context that is null is left out. */
function describeContexts(value: unknown): unknown {
  const contexts = Object.entries(value as object).filter(([, context]) => isObject(context));
  return Object.fromEntries(contexts.map(([name, context]) => [name, describeContext(context)]));
}

function describeContext(context: unknown): unknown {
  const { oauth2_install_params: params } = context as Readonly<Record<string, unknown>>;
  return params ? { oauth2_install_params: describeInstallation(params) } : {};
}
