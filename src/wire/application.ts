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
  readonly application_id: Snowflake;
  readonly instance_id: string;
  readonly launch_id: Snowflake;
  /** The channel in which it runs. */
  readonly location: {
    readonly id: string;
    /** `gc`: a channel of a guild; `pc`: a private channel. */
    readonly kind: "gc" | "pc";
    readonly channel_id: Snowflake;
    readonly guild_id?: Snowflake | null;
  };
  /** The ids of its participants. */
  readonly users: readonly Snowflake[];
}
