import { validationError } from "../../core/errors.ts";
import { reservedPrefixes, reservedSchemes } from "./reserved-schemes.ts";
import { kindOf } from "../../core/check/reader.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";

/** Which scheme of which application. */
export interface RedirectScheme {
  /** The application that the scheme brings the player back to. */
  readonly applicationId: SnowflakeInput;
  /** Default `discord-<applicationId>` (authorization-arguments, `CustomSchemeParam`). */
  readonly scheme?: string | undefined;
  /** See `ClientOptions.addonPath`. */
  readonly addonPath?: string | undefined;
}

/** A checked {@link RedirectScheme}. */
export interface SchemeName {
  readonly applicationId: Snowflake;
  /** As it goes into the redirect URI. */
  readonly written: string;
  /** In lower case, as systems register it: schemes compare without regard to case (RFC 3986 §3.1). */
  readonly scheme: string;
}

/** Windows takes one letter for a drive. */
const syntax = /^[a-z][a-z0-9+.-]{1,79}$/;
/** The service opens `discord-<id>` for the application with that id. */
const prefixOfService = "discord-";

/**
 * Checks a scheme before anything is started.
 *
 * @throws ClientError (ValidationError) `invalid_id`; `invalid_scheme` for what RFC 3986 §3.1 does not allow;
 *   `reserved_scheme` for a scheme of the system, the browser, a widespread program or another application.
 */
export function parseScheme({ applicationId, scheme }: RedirectScheme): SchemeName {
  const id = parseSnowflake(applicationId, "applicationId");
  const written = scheme ?? `discord-${id}`;
  const lower = typeof written === "string" ? written.toLowerCase() : "";
  if (!syntax.test(lower)) {
    throw validationError(
      "invalid_scheme",
      `scheme is ${kindOf(written)}, but must be a letter, then letters, digits, +, - or ., 2 to 80 characters in all.`,
      'Pass the part before the colon, for example "com.example.game" (RFC 3986, section 3.1).',
    );
  }
  const owner = ownerOf(lower, id);
  if (owner !== undefined) {
    throw validationError(
      "reserved_scheme",
      `The scheme "${lower}" belongs to ${owner}.`,
      "Choose a domain name of yours, reversed: com.example.game (RFC 8252, section 7.1).",
    );
  }
  return { applicationId: id, written, scheme: lower };
}

function ownerOf(scheme: string, id: Snowflake): string | undefined {
  if (reservedSchemes.has(scheme) || reservedPrefixes.some((prefix) => scheme.startsWith(prefix))) {
    return "the system, the browser or another program";
  }
  const isOfAnother = scheme.startsWith(prefixOfService) && scheme !== `${prefixOfService}${id}`;
  return isOfAnother ? "another application" : undefined;
}

/** What to tell the developer about a scheme that works and could collide (RFC 8252 §7.1, §8.4). */
export function schemeAdvice({ scheme, applicationId }: SchemeName): string | undefined {
  if (scheme.includes(".") || scheme === `discord-${applicationId}`) return undefined;
  return (
    `Other programs may use the scheme "${scheme}" too. ` +
    "Choose a domain name of yours, reversed (com.example.game): nobody else has that."
  );
}
