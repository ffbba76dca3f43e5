/** The service's host; also a part of the names of its other hosts. */
export const serviceHost = "discord.com";

/** Whether an address belongs to the service itself. */
export function isServiceHost(address: string): boolean {
  return `.${new URL(address).hostname}`.endsWith(`.${serviceHost}`);
}

/** The base of an API without the version that it ends in (Discord documentation, Reference, "API Versioning"). */
export function withoutVersion(apiBase: string): string {
  return apiBase.replace(/\/v\d{1,4}$/, "");
}

/** The domains that are the service's own, its files and its gateway among them. */
export const serviceDomains: readonly string[] = [
  serviceHost,
  "discordapp.com",
  "discordapp.net",
  "discord.gg",
];

/** The host of the service's gateway (Discord documentation, Gateway, "Get Gateway"). */
export const gatewayHost = "gateway.discord.gg";
