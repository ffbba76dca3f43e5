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

/** Whether an address is the service's own, and nobody can listen on the way to it. */
export function isOfService(address: string): boolean {
  return new URL(address).origin === `https://${serviceHost}`;
}
