import { createScript, type Script } from "./script.ts";

// A player's sessions are one hash: session name → `<index of the newest secret> <time of its creation in ms, with microseconds,
// which orders sessions by use>`. Secrets are not stored: they are signed and contain their index.
const common = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local function read(raw)
  local index, at = string.match(raw, '^(%d+) ([%d.]+)$')
  return tonumber(index), tonumber(at)
end
local function keep(session, index, life)
  redis.call('HSET', KEYS[1], session, string.format('%.0f %.3f', index, now))
  redis.call('PEXPIRE', KEYS[1], life)
end
`;

/** ARGV: session, maximum number of sessions, lifetime of sessions. */
export const openScript: Script = createScript(`${common}
local all = redis.call('HGETALL', KEYS[1])
if #all / 2 >= tonumber(ARGV[2]) then
  local oldest, since
  for i = 1, #all, 2 do
    local _, at = read(all[i + 1])
    if not since or at < since then oldest, since = all[i], at end
  end
  redis.call('HDEL', KEYS[1], oldest)
end
keep(ARGV[1], 1, ARGV[3])
return 1
`);

/**
 * ARGV: session, index, how long a lost response is repeated, lifetime of sessions. An index above the newest is valid: it was
 * signed, so Redis lost a write.
 */
export const useScript: Script = createScript(`${common}
local raw = redis.call('HGET', KEYS[1], ARGV[1])
if not raw then return { 'unknown' } end
local newest, at = read(raw)
local index = tonumber(ARGV[2])
if now - at > tonumber(ARGV[4]) then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return { 'unknown' }
end
if index >= newest then
  keep(ARGV[1], index + 1, ARGV[4])
  return { 'rotated', index + 1 }
end
if index == newest - 1 and now - at <= tonumber(ARGV[3]) then return { 'repeated', newest } end
redis.call('HDEL', KEYS[1], ARGV[1])
return { 'reused' }
`);

/** ARGV: length of the counting period. */
export const countScript: Script = createScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count
`);
