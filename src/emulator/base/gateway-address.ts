import { gatewayHost, serviceDomains } from "../../wire/service-host.ts";

export const gatewayPath = "/gateway";

/** DNS may point the service's names to the emulator. */
export function gatewayUrl(host: string): string {
  return isServiceName(new URL(`http://${host}`).hostname)
    ? `wss://${gatewayHost}`
    : `ws://${host}${gatewayPath}`;
}

export function isServiceName(name: string): boolean {
  const bare = name.replace(/\.$/, "");
  return serviceDomains.some((domain) => bare === domain || bare.endsWith(`.${domain}`));
}
