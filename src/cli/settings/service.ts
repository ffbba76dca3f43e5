/** Where an application is whose settings name no other place. */
export const serviceHost = "discord.com";

/** The API that is meant by settings. */
export function apiOf({
  apiBase = `https://${serviceHost}/api`,
}: {
  readonly apiBase?: string | undefined;
}): string {
  return apiBase;
}
