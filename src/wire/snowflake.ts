/** An id assigned by the service: an unsigned 64-bit integer as a decimal string. @stable */
export type Snowflake = string;

/** An id passed by a caller. Numbers are rejected because they cannot represent 64 bits. @stable */
export type SnowflakeInput = string | bigint;
