import { fields } from "../../core/check/fields.ts";
import { flag, listOf, oneOf, optional } from "../../core/check/readers.ts";
import type { Reader } from "../../core/check/reader.ts";
import { CommandType, InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./grades.ts";

/** How commands are checked. */
export interface ValidateOptions {
  /** Where the command is registered. */
  readonly scope: "global" | "guild";
  /** Whose word counts where the service and the interface document differ. Default `live`, the service. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: what is absent stays as it is, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** With `partial`: the type of the live command, where it is known. Names are then checked by its rules. */
  readonly type?: CommandType | undefined;
  /** Whether a field that is not known here is only a warning: for what the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** {@link ValidateOptions}, and what only a plan takes. */
export interface CheckOptions extends ValidateOptions {
  /** Whether a command may say by `renamedFrom` what its name was. Default false. */
  readonly takesOrigins?: boolean | undefined;
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
  {
    scope: readScope,
    profile: readProfile,
    partial: optional(flag),
    type: optional(oneOf(Object.values(CommandType), code)),
    allowUnknownFields: optional(flag),
    applicationInstalls: readInstalls,
  },
  code,
);
