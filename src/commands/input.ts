import { callFields, type ListOptions } from "../core/request/call-options.ts";
import { fields, type Table } from "../core/check/fields.ts";
import type { Reader } from "../core/check/reader.ts";
import { callable, flag, oneOf, optional } from "../core/check/readers.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { locales } from "../wire/locale.ts";
import type { ApplyOptions, PermissionLoss } from "./plan/apply-types.ts";
import { planFields, readGuildIds, readPermits, readReport } from "./plan/plan-fields.ts";
import type { EditOptions, OverwriteOptions, PermissionGuilds, ScopePlanOptions } from "./scope.ts";

const lossFields: Table<PermissionLoss> = { allowPermissionLoss: optional(flag) };

const applyFields: Table<ApplyOptions> = {
  ...callFields,
  ...lossFields,
  onProgress: optional(callable()),
  resume: optional(readReport),
};

const editFields: Table<Checked<EditOptions>> = {
  ...callFields,
  ...lossFields,
  guildIds: optional(readGuildIds),
};

/** What a list takes. */
export const readListOptions: Reader<ListOptions> = fields<ListOptions>({
  ...callFields,
  withLocalizations: optional(flag),
  locale: optional(oneOf(locales)),
});

/** What an edit takes. */
export const readEditOptions: Reader<Checked<EditOptions>> = fields<Checked<EditOptions>>(editFields);

/** What an overwrite takes. */
export const readOverwriteOptions: Reader<Checked<OverwriteOptions>> = fields<Checked<OverwriteOptions>>({
  ...editFields,
  allow: readPermits,
});

/** What making a plan takes. */
export const readScopePlanOptions: Reader<Checked<ScopePlanOptions>> = fields<Checked<ScopePlanOptions>>({
  ...callFields,
  ...planFields,
});

/** What carrying out a plan takes. */
export const readApplyOptions: Reader<ApplyOptions> = fields<ApplyOptions>(applyFields);

/** What both at once take. */
export const readSyncOptions: Reader<Checked<ScopePlanOptions> & ApplyOptions> = fields<
  Checked<ScopePlanOptions> & ApplyOptions
>({
  ...applyFields,
  ...planFields,
});

/** Options as they were read: with ids as they are sent. */
type Checked<Options extends PermissionGuilds> = Omit<Options, "guildIds"> & {
  readonly guildIds?: readonly Snowflake[] | undefined;
};
