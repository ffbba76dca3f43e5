import type { Snowflake } from "./snowflake.ts";

/** A running Activity (Discord documentation, Application resource, "Activity Instance Object"). */
export interface ActivityInstance {
  readonly application_id: Snowflake;
  readonly instance_id: string;
  readonly launch_id: Snowflake;
  /** Where it runs. */
  readonly location: {
    readonly id: string;
    /** `gc`: a channel of a guild; `pc`: a private channel. */
    readonly kind: "gc" | "pc";
    readonly channel_id: Snowflake;
    readonly guild_id?: Snowflake | null;
  };
  /** Who takes part. */
  readonly users: readonly Snowflake[];
}
