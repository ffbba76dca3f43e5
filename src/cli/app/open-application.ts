import { ApiClient, type ApplicationData, type ApplicationPlan, planApplication } from "slashpass/api";
import { beforeWriting } from "../commands/plan-and-apply.ts";
import { readAccess } from "../commands/open-client.ts";
import type { AccessCall } from "../settings/application-secrets.ts";
import type { Settings } from "../settings/settings.ts";
import type { DesiredSettings } from "./read-desired-settings.ts";

export async function openApplication(call: AccessCall, settings: Settings): Promise<ApiClient> {
  return new ApiClient(await readAccess(call, settings));
}

export interface Compared {
  readonly live: ApplicationData;
  readonly plan: ApplicationPlan;
}

export async function readAndPlan(
  api: ApiClient,
  { settings, imageHashes }: Pick<DesiredSettings, "settings" | "imageHashes">,
  signal: AbortSignal,
): Promise<Compared> {
  const live = await api.application.get({ signal });
  const metadata = settings.role_connections_metadata && (await api.roleConnectionMetadata.get({ signal }));
  return { live, plan: planApplication({ application: live, metadata }, settings, { imageHashes }) };
}

export async function planSettings(
  { terminal, signal }: AccessCall,
  api: ApiClient,
  desired: DesiredSettings,
): Promise<Compared> {
  const read = () => readAndPlan(api, desired, signal);
  return beforeWriting(signal, terminal.during("Reading the application", read));
}
