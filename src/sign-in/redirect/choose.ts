import { validationError } from "../../core/errors.ts";
import { browserRedirectNames, type RedirectMethod, redirectMethods } from "./methods.ts";

/** What {@link chooseRedirect} goes by. */
interface RedirectWish {
  /** What the game asked for; default `auto`. */
  readonly wanted?: RedirectMethod | "auto" | undefined;
  /** Whether the game named a custom scheme of its own. */
  readonly namesScheme: boolean;
  /** Whether the player can see a browser beside the game. */
  readonly canShowBrowser: boolean;
}

/**
 * The ways to try, best first. `auto` is loopback, custom scheme, device (RFC 8252 Appendix B); a game that names a
 * scheme wants that first. Where no browser can be shown on this machine the device flow comes before both.
 *
 * @throws ClientError `invalid_redirect` (ValidationError).
 */
export function chooseRedirect({
  wanted = "auto",
  namesScheme,
  canShowBrowser,
}: RedirectWish): readonly RedirectMethod[] {
  if (wanted !== "auto") {
    if (redirectMethods.includes(wanted)) return [wanted];
    throw validationError(
      "invalid_redirect",
      `redirect is not one of "auto", ${redirectMethods.map((name) => `"${name}"`).join(", ")}.`,
      'Leave it out: "auto" picks what the machine allows.',
    );
  }
  const inBrowser = browserRedirectNames.toSorted(
    (one, other) =>
      Number(namesScheme && other === "custom-scheme") - Number(namesScheme && one === "custom-scheme"),
  );
  return canShowBrowser ? [...inBrowser, "device"] : ["device", ...inBrowser];
}
