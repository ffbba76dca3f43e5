import { validationError } from "../../errors.ts";
import type { InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./table.ts";

/** How commands are checked. */
export interface ValidateOptions {
  /** Where the command is registered. */
  readonly scope: "global" | "guild";
  /** Default `spec`. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: what is absent stays as it is, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** Checked, with defaults filled in. */
export type CheckedOptions = ValidateOptions & { readonly profile: Profile; readonly partial: boolean };

/** @throws ClientError `invalid_options`: a mistyped profile must not check less. */
export function checkOptionsOfValidation(options: ValidateOptions): CheckedOptions {
  const { scope, profile = "spec", partial = false } = options;
  if (scope !== "global" && scope !== "guild") {
    throw validationError("invalid_options", 'scope is neither "global" nor "guild".');
  }
  if (profile !== "spec" && profile !== "live") {
    throw validationError("invalid_options", 'profile is neither "spec" nor "live".');
  }
  return { ...options, profile, partial };
}
