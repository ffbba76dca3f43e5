import { createScript, type Script } from "./script.ts";

/** KEYS: lock, record. ARGV: whose it is, how long it lasts. Gives the record's version, 0 without one; nothing while it is held. */
export const lockScript: Script = createScript(`
local raw = redis.call('GET', KEYS[2])
local version = raw and string.match(raw, '^(%d+) %d+ %??%d+ %d+ %d+ .*$')
if raw and not version then return redis.error_reply('WRONGTYPE not a record') end
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
return tonumber(version or 0)
`);

/** KEYS: lock. ARGV: whose it is, how long it lasts from now; 0 gives it back. */
export const holdScript: Script = createScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
`);

/**
 * KEYS: record. ARGV: the version that it has to have, sealed, how long it is kept. Gives the new version, or nothing where it
 * has another.
 */
export const replaceScript: Script = createScript(`
local raw = redis.call('GET', KEYS[1])
local version = 0
if raw then version = tonumber(string.match(raw, '^%d+')) end
if version ~= tonumber(ARGV[1]) then return false end
local fresh = math.max(tonumber(redis.call('TIME')[1]), version + 1)
redis.call('SET', KEYS[1], string.format('%.0f 0 0 9000000000000000 9000000000000000 %s', fresh, ARGV[2]), 'PX', ARGV[3])
return fresh
`);
