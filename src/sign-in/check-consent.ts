import type { Consent } from "./consent.ts";
import { validationError } from "../core/errors.ts";
import type { RedirectMethod } from "./redirect/methods.ts";
import type { CheckedAuthorization } from "./backend.ts";

/**
 * Refuses options that cannot be combined: the desktop client answers over its socket, without a redirect.
 *
 * @throws ClientError `invalid_consent` (ValidationError).
 */
export function checkConsent(
  consent: Consent | undefined,
  redirect: RedirectMethod | "auto" | undefined,
  { namesScheme }: Pick<CheckedAuthorization, "namesScheme">,
): void {
  if (consent !== "desktop-client") return;
  const other = redirect !== undefined && redirect !== "auto" ? `redirect: "${redirect}"` : undefined;
  const unwanted = other ?? (namesScheme ? "customSchemeParam" : undefined);
  if (unwanted === undefined) return;
  throw validationError(
    "invalid_consent",
    `consent: "desktop-client" and ${unwanted} cannot be used together: the desktop client answers on its own socket, without a redirect.`,
    `Leave out ${unwanted}, or pass consent: "auto", which uses it if the player is asked in the browser.`,
  );
}
