import type { ApplicationData } from "slashpass/api";
import { ApplicationFlag } from "../../wire/application.ts";
import { columns } from "../frame/columns.ts";
import { shown } from "../frame/shown.ts";
import { proseWidth } from "../frame/terminal.ts";
import { serviceHost } from "../settings/settings.ts";

export interface PortalSetting {
  readonly setting: string;
  readonly page: string;
  readonly state?: string;
}

function portalOf({ id }: ApplicationData): string {
  return `https://${serviceHost}/developers/applications/${id}`;
}

export function portalSettings(application: ApplicationData): PortalSetting[] {
  const { name, flags, redirect_uris: redirects = [] } = application;
  const page = (path: string) => `${portalOf(application)}/${path}`;
  const has = (flag: number) => ((flags & flag) === 0 ? "off" : "on");
  return [
    { setting: "name", page: page("information"), state: name },
    {
      setting: "terms of service",
      page: page("information"),
      state: application.terms_of_service_url ?? "none",
    },
    { setting: "privacy policy", page: page("information"), state: application.privacy_policy_url ?? "none" },
    { setting: "redirects", page: page("oauth2"), state: redirects.join(" ") || "none" },
    { setting: "Public Client", page: page("oauth2"), state: has(ApplicationFlag.PublicClient) },
    { setting: "reset of the client secret", page: page("oauth2") },
    { setting: "public bot", page: page("bot"), ...stateOf(application.bot_public) },
    { setting: "code grant for the bot", page: page("bot"), ...stateOf(application.bot_require_code_grant) },
    { setting: "intents of a bot in 100 guilds or more", page: page("bot") },
    { setting: "reset of the bot token", page: page("bot") },
    { setting: "Activities", page: page("embedded/settings"), state: has(ApplicationFlag.Embedded) },
    { setting: "URL mappings of the Activity", page: page("embedded/url-mappings") },
    { setting: "Social SDK", page: page("social-sdk/getting-started") },
  ];
}

function stateOf(isOn: boolean | undefined): Pick<PortalSetting, "state"> {
  return isOn === undefined ? {} : { state: isOn ? "on" : "off" };
}

export function portalText(application: ApplicationData, width: number): string {
  const settings = portalSettings(application);
  const portal = portalOf(application);
  const rows = [...new Set(settings.map(({ page }) => page))].map((page) => [
    `  ${page.slice(portal.length)}`,
    settings
      .filter((one) => one.page === page)
      .map(inWords)
      .join(", "),
  ]);
  return ["Only the developer portal can change these:", portal, columns(rows, proseWidth(width))].join("\n");
}

function inWords({ setting, state }: PortalSetting): string {
  return state === undefined ? setting : `${setting} (${shown(state)})`;
}
