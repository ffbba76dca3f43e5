import { createScript, type Script } from "./script.ts";

/**
 * KEYS: lock, record. ARGV: holder, lifetime. Returns the record's version (0 without a record), or nil while the lock is held.
 */
export const lockScript: Script = createScript(`
local raw = redis.call('GET', KEYS[2])
local version = raw and string.match(raw, '^(%d+) %d+ %??%d+ %d+ %d+ .*$')
if raw and not version then return redis.error_reply('WRONGTYPE not a record') end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
return tonumber(version or 0)
`);

/** KEYS: lock. ARGV: holder, new lifetime; 0 releases the lock. */
export const holdScript: Script = createScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

/** KEYS: record. ARGV: expected version, sealed record, lifetime. Returns the new version, or nil if the version differs. */
export const replaceScript: Script = createScript(`
local raw = redis.call('GET', KEYS[1])
local version = 0
if raw then version = tonumber(string.match(raw, '^%d+')) end
if version ~= tonumber(ARGV[1]) then return false end
local fresh = math.max(tonumber(redis.call('TIME')[1]), version + 1)
redis.call('SET', KEYS[1], string.format('%.0f 0 0 9000000000000000 9000000000000000 %s', fresh, ARGV[2]), 'PX', ARGV[3])
return fresh
`);
