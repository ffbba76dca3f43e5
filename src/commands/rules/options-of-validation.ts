import { fields } from "../../input/fields.ts";
import { flag, listOf, oneOf, optional } from "../../input/readers.ts";
import type { Reader } from "../../input/reader.ts";
import { InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./grades.ts";

/** How commands are checked. */
export interface ValidateOptions {
  /** Where the command is registered. */
  readonly scope: "global" | "guild";
  /** Whose word counts where the service and the interface document differ. Default `live`, the service. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: what is absent stays as it is, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

// A mistyped option must not check less.
const code = "invalid_options";

export const readScope: Reader<"global" | "guild"> = oneOf(["global", "guild"], code);
export const readProfile: Reader<Profile | undefined> = optional(oneOf(["spec", "live"], code));
export const readInstalls: Reader<readonly InstallationContext[] | undefined> = optional(
  listOf(oneOf(Object.values(InstallationContext), code)),
);

/** Options of a caller. Fails with `invalid_options` or `unknown_option`. */
export const readValidateOptions: Reader<ValidateOptions> = fields<ValidateOptions>(
  { scope: readScope, profile: readProfile, partial: optional(flag), applicationInstalls: readInstalls },
  code,
);
