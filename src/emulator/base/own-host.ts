import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import { serviceDomains } from "../../wire/service-host.ts";

/** Names that nobody can register: pages of other sites cannot have them (RFC 6761, RFC 2606, and what containers call their host). */
const reserved = ["localhost", "internal", "test"];

/**
 * Whether a request is for the emulator, and not for a page of another site whose name was made to point here: such a page
 * could read what the emulator answers, and act on it. Programs come with the emulator's address, with that of a container or
 * its name, which has no dot, or with the service's own names where those lead here.
 */
export function isOwnHost({ headers: { host = "" } }: IncomingMessage, webBase: string): boolean {
  return host === new URL(webBase).host || isOutOfReach(host);
}

/** Whether no page of another site can have this host. */
function isOutOfReach(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, "");
  if (!name.includes(".") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return true;
  return [...reserved, ...serviceDomains].some((domain) => name === domain || name.endsWith(`.${domain}`));
}
