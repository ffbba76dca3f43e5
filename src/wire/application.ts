import type { Snowflake } from "./snowflake.ts";

/** The bits of an application's `flags` (Discord documentation, Application, "Application Flags"). */
export const ApplicationFlag = {
  /** 1 << 8: the switch "Public Client" of the portal (vendor documentation, Application Flags). */
  PublicClient: 256,
  /** 1 << 17, EMBEDDED: it has an Activity. */
  Embedded: 131_072,
} as const;

/** A running Activity (Discord documentation, Application resource, "Activity Instance Object"). */
export interface ActivityInstance {
  /** The Activity's application. */
  readonly application_id: Snowflake;
  /** The players of one instance play together. */
  readonly instance_id: string;
  /** The launch that started it. */
  readonly launch_id: Snowflake;
  /** The channel in which it runs. */
  readonly location: {
    /** Id of the place, for comparison with `location_id` of the page's address. */
    readonly id: string;
    /** `gc`: a channel of a guild; `pc`: a private channel. */
    readonly kind: "gc" | "pc";
    /** The channel in which it was launched. */
    readonly channel_id: Snowflake;
    /** The guild; absent or null in a private channel. */
    readonly guild_id?: Snowflake | null;
  };
  /** The ids of its participants. */
  readonly users: readonly Snowflake[];
}
