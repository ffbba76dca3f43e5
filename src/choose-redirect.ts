import type { Surrounding } from "./browser/environment.ts";
import { validationError } from "./errors.ts";

/** The ways back to the game. */
export type RedirectMethod = "loopback" | "custom-scheme" | "device";

const methods: readonly RedirectMethod[] = ["loopback", "custom-scheme", "device"];

/**
 * The ways to try, best first. `auto` is loopback, custom scheme, device (RFC 8252 Appendix B); where no browser can be
 * shown on this machine the device flow comes first, and a custom scheme is no way at all.
 *
 * @param wanted - what the game asked for; default `auto`.
 * @param surroundings - of the machine, from `detectSurroundings`.
 * @throws ClientError `invalid_redirect` (ValidationError).
 */
export function chooseRedirect(
  wanted: RedirectMethod | "auto" | undefined,
  surroundings: readonly Surrounding[],
): readonly RedirectMethod[] {
  if (wanted === undefined || wanted === "auto")
    return hasNoBrowser(surroundings) ? ["device", "loopback"] : methods;
  if (methods.includes(wanted)) return [wanted];
  throw validationError(
    "invalid_redirect",
    'redirect is none of "auto", "loopback", "custom-scheme" and "device".',
    'Leave it out: "auto" picks what the machine allows.',
  );
}

/** Over SSH with a forwarded display the browser runs here, as it does on any desktop. */
function hasNoBrowser(surroundings: readonly Surrounding[]): boolean {
  return surroundings.includes("no-display") || surroundings.includes("game-mode");
}
