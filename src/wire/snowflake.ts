/** An id of the service: an unsigned 64-bit integer as a decimal string. */
export type Snowflake = string;

/** An id from a caller. Numbers are rejected because they cannot represent 64 bits. */
export type SnowflakeInput = string | bigint;
