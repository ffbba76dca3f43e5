/**
 * Sends one command to Redis or Valkey: all that the library needs of a driver.
 *
 * ```ts
 * // ioredis, iovalkey
 * const command: RedisCommand = ([name, ...args]) => redis.call(name, ...args);
 * // node-redis
 * const command: RedisCommand = (args) => client.sendCommand([...args]);
 * // a cluster of node-redis
 * const command: RedisCommand = (args, key) => cluster.sendCommand(key, false, [...args]);
 * ```
 *
 * @param args - the command's name, then its arguments.
 * @param key - the key that says to which node of a cluster it goes; also for a command that has none, as WAIT.
 * @returns the reply: texts, numbers, null, and lists of them. An error of Redis is a rejection whose message begins with
 *   the word of Redis, such as NOSCRIPT.
 */
export type RedisCommand = (args: readonly [string, ...string[]], key: string) => Promise<unknown>;
