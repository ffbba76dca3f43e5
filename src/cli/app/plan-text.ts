import type { ApplicationPlan, SettingChange, ApplicationData } from "slashpass/api";
import { permissionNames } from "slashpass/commands";
import { isObject } from "../../core/check/readers.ts";
import { ApplicationFlag, settableApplicationFlags } from "../../wire/application.ts";
import { RoleConnectionMetadataType } from "../../wire/role-connection.ts";
import { bitsOf } from "../../wire/permission-bits.ts";
import { joinColumn, columns, escapeControls } from "../frame/terminal-text.ts";
import { counted } from "../frame/run-command.ts";
import { proseWidth, type Terminal } from "../frame/terminal.ts";
import { targetOf } from "../settings/confirm-write.ts";
import { type Settings, serviceHost } from "../settings/settings.ts";

type Screen = Pick<Terminal, "paint" | "columns">;

export function settingsPlanText(plan: ApplicationPlan, settings: Settings, screen: Screen): string {
  const { changes, writes } = plan;
  const heading = joinColumn("", `Plan for ${targetOf(settings)}`, proseWidth(screen.columns));
  if (changes.length === 0) return `${heading}\nNo changes: the settings match the config.`;
  const lines = changes.map((change) => lineOf(change, screen));
  const cost = screen.paint.dim(`Cost: ${counted(writes.length, "request")}.`);
  return [heading, "", ...lines, "", cost].join("\n");
}

function lineOf({ path, from, to }: SettingChange, screen: Screen): string {
  const { paint } = screen;
  const text = (value: unknown) => describe(path, value);
  const width = proseWidth(screen.columns) - 2;
  if (from === undefined) return paint.green(joinColumn("+ ", `${path}: ${text(to)}`, width));
  if (to === undefined) return paint.red(joinColumn("- ", `${path}: ${text(from)}`, width));
  return paint.yellow(joinColumn("~ ", `${path}: ${text(from)} → ${text(to)}`, width));
}

const numbersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  event_webhooks_status: { disabled: 1, enabled: 2, "stopped by the service": 3 },
  type: RoleConnectionMetadataType,
};

function describe(path: string, value: unknown): string {
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (Array.isArray(value)) return value.map((item) => describe(field, item)).join(", ") || "none";
  if (isObject(value)) return describeRecord(value);
  if (field === "permissions") return describePermissions(value);
  if (field === "flags") return flagNames(Number(value));
  if (field === "icon" || field === "cover_image") return escapeControls(String(value));
  if (typeof value === "number") return nameIn(numbersOf[field], value) ?? String(value);
  return escapeControls(JSON.stringify(value));
}

function describeRecord(record: Readonly<Record<string, unknown>>): string {
  const { oauth2_install_params: params, ...rest } = record;
  if (params !== undefined) return describe("", params);
  return (
    Object.entries(rest)
      .map(([key, value]) => `${escapeControls(key)} ${describe(key, value)}`)
      .join(", ") || "no preset"
  );
}

function describePermissions(value: unknown): string {
  const bits = bitsOf(value);
  if (bits === undefined) return escapeControls(JSON.stringify(value));
  return permissionNames(bits).join(" + ") || "none";
}

function flagNames(bits: number): string {
  const names = Object.entries(ApplicationFlag).filter(
    ([, bit]) => (bits & bit & settableApplicationFlags) !== 0,
  );
  return names.map(([name]) => name).join(" + ") || "none";
}

function nameIn(table: Readonly<Record<string, number>> | undefined, value: number): string | undefined {
  const [name] = Object.entries(table ?? {}).find(([, number]) => number === value) ?? [];
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function portalOf({ id }: ApplicationData): string {
  return `https://${serviceHost}/developers/applications/${id}`;
}

/** Returns each page's settings with their states, if the service reports them. */
function portalPages(
  application: ApplicationData,
): Readonly<Record<string, Readonly<Record<string, string | undefined>>>> {
  const { name, flags, redirect_uris: redirects = [] } = application;
  const has = (flag: number) => stateOf((flags & flag) !== 0);
  return {
    information: {
      name,
      "terms of service": application.terms_of_service_url ?? "none",
      "privacy policy": application.privacy_policy_url ?? "none",
    },
    oauth2: {
      redirects: redirects.join(" ") || "none",
      "Public Client": has(ApplicationFlag.PublicClient),
      "client secret reset": undefined,
    },
    bot: {
      "public bot": stateOf(application.bot_public),
      "OAuth2 code grant for the bot": stateOf(application.bot_require_code_grant),
      "intents for bots in 100 or more guilds": undefined,
      "bot token reset": undefined,
    },
    "embedded/settings": { Activities: has(ApplicationFlag.Embedded) },
    "embedded/url-mappings": { "Activity URL mappings": undefined },
    "social-sdk/getting-started": { "Social SDK": undefined },
  };
}

function stateOf(isOn: boolean | undefined): string | undefined {
  return isOn === undefined ? undefined : isOn ? "on" : "off";
}

export function portalSettings(application: ApplicationData) {
  return Object.entries(portalPages(application)).flatMap(([path, settings]) => {
    const page = `${portalOf(application)}/${path}`;
    return Object.entries(settings).map(([setting, state]) => ({ setting, page, state }));
  });
}

export function portalText(application: ApplicationData, width: number): string {
  const rows = Object.entries(portalPages(application)).map(([path, settings]) => [
    `  /${path}`,
    Object.entries(settings)
      .map(([setting, state]) => (state === undefined ? setting : `${setting} (${escapeControls(state)})`))
      .join(", "),
  ]);
  return [
    "These settings can only be changed in the developer portal:",
    portalOf(application),
    columns(rows, proseWidth(width)),
  ].join("\n");
}
