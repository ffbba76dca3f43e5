/** An id of the service: an unsigned 64-bit integer as a decimal string. */
export type Snowflake = string;

/** An id as callers may give it. A JavaScript number is refused: it cannot hold 64 bits. */
export type SnowflakeInput = string | bigint;
