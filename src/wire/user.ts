import type { Snowflake } from "./snowflake.ts";

/** The part of a user object that the library reads (Discord documentation, User resource). */
export interface WireUser {
  readonly id: Snowflake;
  readonly username: string;
  readonly global_name?: string | null;
}
