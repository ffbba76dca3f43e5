import type { ApplicationData } from "slashpass/api";
import { ApplicationFlag } from "../../wire/application.ts";
import { shown } from "../frame/shown.ts";
import { serviceHost } from "../settings/settings.ts";

/** A setting that no request makes: only the developer portal does. */
export interface PortalSetting {
  readonly setting: string;
  /** The portal's page. */
  readonly page: string;
  /** Its state, where the service shows it to the bot. */
  readonly state?: string;
}

/** Those settings of an application, with their states. */
export function portalSettings(application: ApplicationData): PortalSetting[] {
  const { id, name, flags, redirect_uris: redirects = [] } = application;
  const page = (path: string) => `https://${serviceHost}/developers/applications/${id}/${path}`;
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

/** A block for each page of the portal, with its settings. */
export function portalText(settings: readonly PortalSetting[]): string {
  const blocks = [...new Set(settings.map(({ page }) => page))].map((page) =>
    [page, ...settings.filter((one) => one.page === page).map(lineOf)].join("\n"),
  );
  return ["Only the developer portal sets these:", ...blocks].join("\n");
}

function lineOf({ setting, state }: PortalSetting): string {
  return `  ${setting}${state === undefined ? "" : `: ${shown(state)}`}`;
}
