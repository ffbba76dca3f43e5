import { invalidField } from "../base/refusal.ts";
import type { CommandBody } from "./command-record.ts";
import { generalWord } from "./form-errors.ts";

/** What an application is, for its commands. */
export interface ApplicationTraits {
  /** Whether it has an Activity: the EMBEDDED flag. */
  readonly activities: boolean;
  /** Whether everybody can find it in the directory. */
  readonly discoverable?: boolean | undefined;
}

/**
 * Refuses what an application may not have (Application Commands Interface, "Application command" and "Authentication", rule
 * 9). The service's words have not been observed.
 *
 * @param path - leads to the command, with a dot at its end.
 * @throws Refusal 50035.
 */
export function refuseUnfit(traits: ApplicationTraits, body: CommandBody, path: string): void {
  if (!traits.activities && (body["handler"] ?? null) !== null)
    throw invalidField(
      `${path}handler`,
      generalWord,
      "Only applications with the EMBEDDED flag can have a handler: enable Activities",
    );
  if (traits.discoverable && body["nsfw"] === true)
    throw invalidField(
      `${path}nsfw`,
      generalWord,
      "Applications with discovery enabled cannot contain age-restricted commands",
    );
}

/**
 * Refuses the launch of an Activity that an application does not have (Discord documentation, Interactions, "Interaction
 * Callback Type", LAUNCH_ACTIVITY). The service's words have not been observed.
 *
 * @throws Refusal 50035.
 */
export function refuseLaunch({ activities }: Pick<ApplicationTraits, "activities">): void {
  if (!activities)
    throw invalidField(
      "type",
      generalWord,
      "Only applications with the EMBEDDED flag can launch an Activity: enable Activities",
    );
}
