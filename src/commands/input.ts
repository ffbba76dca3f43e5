import { callFields, type ListOptions } from "../api/call-options.ts";
import { fields, type Table } from "../input/fields.ts";
import type { Reader } from "../input/reader.ts";
import { callable, flag, listOf, oneOf, optional } from "../input/readers.ts";
import { parseSnowflake, type Snowflake } from "../snowflake.ts";
import { locales } from "../wire/locale.ts";
import type { CheckedApplyOptions } from "./plan/apply-types.ts";
import { planFields, readPermits, readReport } from "./plan/plan-fields.ts";
import type { OverwriteOptions, ScopePlanOptions } from "./scope.ts";

/** Ids of guilds. */
export const readGuildIds: Reader<readonly Snowflake[]> = listOf(parseSnowflake);

const applyFields: Table<CheckedApplyOptions> = {
  ...callFields,
  onProgress: optional(callable()),
  resume: optional(readReport),
  guildIds: optional(readGuildIds),
};

/** What a list takes. */
export const readListOptions: Reader<ListOptions> = fields<ListOptions>({
  ...callFields,
  withLocalizations: optional(flag),
  locale: optional(oneOf(locales)),
});

/** What an overwrite takes. */
export const readOverwriteOptions: Reader<OverwriteOptions> = fields<OverwriteOptions>({
  ...callFields,
  allow: readPermits,
});

/** What making a plan takes. */
export const readScopePlanOptions: Reader<ScopePlanOptions> = fields<ScopePlanOptions>({
  ...callFields,
  ...planFields,
});

/** What carrying out a plan takes. */
export const readApplyOptions: Reader<CheckedApplyOptions> = fields<CheckedApplyOptions>(applyFields);

/** What both at once take. */
export const readSyncOptions: Reader<ScopePlanOptions & CheckedApplyOptions> = fields<
  ScopePlanOptions & CheckedApplyOptions
>({
  ...applyFields,
  ...planFields,
});
