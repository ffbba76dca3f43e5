import type { SeenForm, SeenMessage } from "../../interactions/seen.ts";

/** What the page shows of one interaction. */
export interface View {
  /** What the emulator itself says. */
  readonly notes: readonly string[];
  readonly messages: readonly SeenMessage[];
  readonly form?: SeenForm;
}

/** What goes wrong at the emulator, and what time it is there. */
export interface Conditions {
  /** Each in words. */
  readonly faults: readonly string[];
  readonly time: string;
}
