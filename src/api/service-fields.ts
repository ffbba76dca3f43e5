import { parseBaseUrl } from "../http/base-url.ts";
import type { Table } from "../input/fields.ts";
import { callable, optional } from "../input/readers.ts";
import type { ServiceOptions } from "./addresses.ts";

/** How the options are read of whatever sends something. */
export const serviceFields: Table<ServiceOptions> = {
  apiBase: optional(parseBaseUrl),
  fetch: optional(callable()),
};
