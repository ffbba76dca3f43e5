import { leaseMs, returnMs } from "../player-store.ts";
import { createScript, type Script } from "./connection.ts";

// A record is a string: `<version> <leases> <lease> <due> <end> <sealed>`. The version is the fence of the lease that wrote it;
// the version plus `leases` is the newest fence. The other numbers are Redis times in milliseconds: when the lease expires, when
// the record is due, and when its access token expires.
//
// A `?` before the lease time means that the lease expired without a write or release; the time is then the end of the
// reservation for its holder. An empty sealed part means that the player was forgotten.
//
// Fences start at the current time in seconds, so even after a loss of all data, new fences are higher than earlier ones. They
// grow by a random step, the current microsecond, so that two masters left writable by a failover do not issue the same fence.
//
// Values written by other programs are left unchanged; every script returns `foreign` for them.
const recordPrelude = `
local time = redis.call('TIME')
local seconds = tonumber(time[1])
local now = seconds * 1000 + math.floor(tonumber(time[2]) / 1000)
local forever = 9000000000000000
local function read()
  local raw = redis.pcall('GET', KEYS[1])
  if not raw then return nil end
  if type(raw) ~= 'string' then return false end
  local version, leases, kept, lease, due, ends, sealed =
    string.match(raw, '^(%d+) (%d+) (%??)(%d+) (%d+) (%d+) (.*)$')
  if not version then return false end
  version = tonumber(version)
  return { version = version, fence = version + tonumber(leases), kept = kept, lease = tonumber(lease),
    due = tonumber(due), ends = tonumber(ends), sealed = sealed }
end
local function text(r)
  return string.format('%.0f %.0f %s%.0f %.0f %.0f %s', r.version, r.fence - r.version, r.kept or '', r.lease, r.due,
    r.ends, r.sealed)
end
local function after(ms)
  if ms == '' then return forever end
  return now + tonumber(ms)
end
local function shown(state, r)
  local left = math.max(0, r.ends - now)
  if r.ends >= forever then left = -1 end
  return { state, r.version, left, r.sealed, r.fence }
end
local r = read()
if r == false then return { 'foreign' } end
`;

/**
 * ARGV: the rejected version, or an empty string; the milliseconds since the caller's last Redis failure, or an empty string. A
 * failure during the reservation extends the reservation, because the holder may have been unable to reach Redis.
 */
export const takeScript: Script = createScript(`${recordPrelude}
if not r then return { 'none' } end
if r.sealed == '' then return { 'ended' } end
if now < r.due and tostring(r.version) ~= ARGV[1] then return shown('fresh', r) end
if now < r.lease then return shown('busy', r) end
local failed = tonumber(ARGV[2])
if r.lease > 0 and (r.kept == '' or (failed and now - failed > r.lease - ${returnMs})) then
  r.kept = '?'
  r.lease = now + ${returnMs}
  redis.call('SET', KEYS[1], text(r), 'KEEPTTL')
  return shown('busy', r)
end
r.fence = r.fence + 1 + tonumber(time[2]) % 4096
r.kept = ''
r.lease = now + ${leaseMs}
redis.call('SET', KEYS[1], text(r), 'KEEPTTL')
return shown('leased', r)
`);

/**
 * ARGV: fence, milliseconds until due, milliseconds until expiry, sealed record, lifetime. A missing key means that the record
 * was lost, not forgotten.
 */
export const writeScript: Script = createScript(`${recordPrelude}
local fence = tonumber(ARGV[1])
if r and (r.sealed == '' or r.version > fence) then return { 'newer' } end
local written = { version = fence, fence = fence, lease = 0, due = after(ARGV[2]), ends = after(ARGV[3]),
  sealed = ARGV[4] }
if r and r.fence > fence then
  written.fence, written.kept, written.lease = r.fence, r.kept, r.lease
end
redis.call('SET', KEYS[1], text(written), 'PX', ARGV[5])
return { 'kept' }
`);

/** ARGV: fence. */
export const releaseScript: Script = createScript(`${recordPrelude}
if not r or r.sealed == '' or r.fence ~= tonumber(ARGV[1]) or r.version == r.fence then return 0 end
r.lease = 0
r.kept = ''
redis.call('SET', KEYS[1], text(r), 'KEEPTTL')
return 1
`);

/** ARGV: milliseconds until due, milliseconds until expiry, sealed record, lifetime. */
export const putScript: Script = createScript(`${recordPrelude}
local fence = seconds
if r then fence = math.max(seconds, r.fence + 1) end
redis.call('SET', KEYS[1], text({ version = fence, fence = fence, lease = 0, due = after(ARGV[1]), ends = after(ARGV[2]),
  sealed = ARGV[3] }), 'PX', ARGV[4])
return fence
`);

/** KEYS: record, sessions. ARGV: the tombstone's lifetime; the expected version, or an empty string. */
export const deleteScript: Script = createScript(`${recordPrelude}
if ARGV[2] ~= '' and not (r and r.version == tonumber(ARGV[2])) then return 0 end
redis.call('DEL', KEYS[2])
local fence = seconds
if r then fence = math.max(seconds, r.fence + 1) end
redis.call('SET', KEYS[1], text({ version = fence, fence = fence, lease = 0, due = 0, ends = 0, sealed = '' }), 'PX', ARGV[1])
if r and r.sealed ~= '' then return 1 end
return 0
`);

/** Returns the version and the newest fence, or zeros if there is no record. */
export const checkScript: Script = createScript(`${recordPrelude}
if not r then return { 0, 0 } end
return { r.version, r.fence }
`);

// A player's sessions are stored in one hash: session name → `<index of the newest secret> <time>`. The time, in fractional
// milliseconds, is when that secret was created; it orders the sessions by last use. Secrets are not stored: they are signed and
// contain their index.
const sessionsPrelude = `
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

/** ARGV: session, maximum number of sessions, session lifetime. */
export const openScript: Script = createScript(`${sessionsPrelude}
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
 * ARGV: session, index, how long to repeat a response that may have been lost, session lifetime. An index above the newest is
 * valid: the secret was signed, so Redis must have lost a write.
 */
export const useScript: Script = createScript(`${sessionsPrelude}
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

/** ARGV: the length of the counting period. */
export const countScript: Script = createScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return count
`);
