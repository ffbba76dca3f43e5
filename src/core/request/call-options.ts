import { fields, type Table } from "../check/fields.ts";
import type { Reader } from "../check/reader.ts";
import { abortSignal, optional } from "../check/readers.ts";
import type { Locale } from "../../wire/locale.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, also while it waits; it then fails with `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a list takes. */
export interface ListOptions extends CallOptions {
  /** Whether the full dictionaries are returned instead of one language. Default false. */
  readonly withLocalizations?: boolean | undefined;
  /** The language of `name_localized` and `description_localized`; else the one of the user's settings. */
  readonly locale?: Locale | undefined;
}

export const callFields: Table<CallOptions> = { signal: optional(abortSignal()) };

/** For calls that take nothing but a signal. */
export const readCallOptions: Reader<CallOptions> = fields(callFields);
