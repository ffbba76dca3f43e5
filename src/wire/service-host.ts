/** The service's host, the parent domain of others. */
export const serviceHost = "discord.com";

export function isServiceHost(address: string): boolean {
  return `.${new URL(address).hostname}`.endsWith(`.${serviceHost}`);
}

/** Removes the trailing version from an API base URL (Discord documentation, Reference, "API Versioning"). */
export function withoutVersion(apiBase: string): string {
  return apiBase.replace(/\/v\d{1,4}$/, "");
}

/** The service's own domains, including those for files and the gateway. */
export const serviceDomains: readonly string[] = [
  serviceHost,
  "discordapp.com",
  "discordapp.net",
  "discord.gg",
];

/** The host of the service's gateway (Discord documentation, Gateway, "Get Gateway"). */
export const gatewayHost = "gateway.discord.gg";
