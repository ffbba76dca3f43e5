import { gatewayHost, serviceDomains } from "../../wire/service-host.ts";

/** The gateway's path at the emulator's address. */
export const gatewayPath = "/gateway";

/**
 * The gateway's URL for a client that has reached the emulator by a host: at the same host, or at the service's own gateway where
 * the service's names lead here.
 *
 * @param host - of the request, with its port.
 */
export function gatewayUrl(host: string): string {
  return isServiceName(new URL(`http://${host}`).hostname)
    ? `wss://${gatewayHost}`
    : `ws://${host}${gatewayPath}`;
}

/** Whether a name is the service's own, or below one. */
export function isServiceName(name: string): boolean {
  const bare = name.replace(/\.$/, "");
  return serviceDomains.some((domain) => bare === domain || bare.endsWith(`.${domain}`));
}
