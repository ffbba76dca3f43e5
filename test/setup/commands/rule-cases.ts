import { readdirSync, readFileSync } from "node:fs";
import {
  type Finding,
  validateCommand,
  validateCommandSet,
  type ValidateOptions,
  validatePermissions,
} from "../../../src/commands/index.ts";

/** A data file in test/golden/commands/cases: valid inputs for one rule, and invalid inputs with the error's path. */
export interface RuleCases extends ValidateOptions {
  readonly rule: string;
  readonly kind?: "command" | "set" | "permissions";
  readonly guildId?: string;
  readonly valid: readonly unknown[];
  readonly invalid: readonly {
    readonly command?: unknown;
    readonly commands?: unknown;
    readonly permissions?: unknown;
    readonly path: string;
  }[];
}

const folder = new URL("../../golden/commands/cases/", import.meta.url);

/** Rules that the service does not enforce. The library reports violations before it sends the request. */
export const ignoredByService: ReadonlySet<string> = new Set([
  "unknown-field",
  "edit-type",
  "set-former-name",
]);

export const ruleCases: readonly (RuleCases & { readonly file: string })[] = readdirSync(folder).map(
  (file) => ({
    file,
    ...(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as RuleCases),
  }),
);

export function validateCase(
  { kind, guildId, scope, profile, partial, applicationInstalls }: RuleCases,
  input: unknown,
): Finding[] {
  if (kind === "set") return validateCommandSet(input, { scope, profile });
  if (kind === "permissions") return validatePermissions(input, { guildId });
  return validateCommand(input, { scope, profile, partial, applicationInstalls });
}

export function inputOf(one: RuleCases["invalid"][number]): unknown {
  if ("command" in one) return one.command;
  return "commands" in one ? one.commands : one.permissions;
}

/** Formats findings as `rule at path`. */
export function formatFindings(
  findings: readonly { readonly rule: string; readonly path: string }[],
): string[] {
  return findings.map(({ rule, path }) => `${rule} at ${path || "the whole"}`);
}
