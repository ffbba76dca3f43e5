import { gatewayHost, serviceDomains } from "../../core/request/addresses.ts";

export const gatewayPath = "/gateway";

/** DNS may resolve the service's host names to the emulator. */
export function gatewayUrl(host: string): string {
  return isServiceName(new URL(`http://${host}`).hostname)
    ? `wss://${gatewayHost}`
    : `ws://${host}${gatewayPath}`;
}

export function isServiceName(name: string): boolean {
  const bare = name.replace(/\.$/, "");
  return serviceDomains.some((domain) => bare === domain || bare.endsWith(`.${domain}`));
}
