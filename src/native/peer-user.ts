import { isClientError } from "../errors.ts";
import { loadAddon } from "./load.ts";

/**
 * The user of the process at the other end of a connected Unix socket, as the system says; undefined where it does not, and
 * without the addon.
 */
export function peerUser(descriptor: number, load: typeof loadAddon = loadAddon): number | undefined {
  try {
    return load().peerUser(descriptor);
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}
