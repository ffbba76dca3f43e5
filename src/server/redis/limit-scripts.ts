import { createScript, type Script } from "./connection.ts";

// Both scripts take these KEYS: a credential's requests that may count toward the current second; its pending requests; the
// buckets of its routes; one resource's buckets; an egress address's rejected requests. Times are in milliseconds on Redis's
// clock, so the instances' clocks do not matter.

/**
 * Books a slot for one request, as early as the limits allow.
 *
 * The service may count a request at any time between its grant and its response. A request therefore occupies its slot from the
 * grant until one second after the response. This way, the service never counts more than `most` requests in a second, however
 * slow the network is. The response to a pending request is expected `transit` after the grant or, once that time has passed, at
 * any moment. After `lost`, the request is considered lost, along with its instance.
 *
 * Until a bucket is known, only one request for it is sent at a time. The field named `?` plus the bucket's name stores the time
 * until which that request may be pending and the request's id, or `known` if the response had no limits.
 *
 * ARGV: request id, route, allowed wait in milliseconds, transit, lost, maximum per second (0: not counted), maximum number of
 * rejected requests.
 *
 * Returns `{"go", ms, reason}`; `{"wait", ms, reason}` without booking if `ms` exceeds the allowed wait; `{"busy", 0}` without
 * booking while the bucket's first request is pending; `{"closed", refusals, ms}` if another rejected request could lead to a
 * ban.
 */
export const enterScript: Script = createScript(`
local sent, open, routes, buckets, refusals = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, route = ARGV[1], ARGV[2]
local mayWait, transit, lost = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local most, mostRefusals = tonumber(ARGV[6]), tonumber(ARGV[7])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local span = 1000 + transit

local minute, sum, oldest = math.floor(now / 60000), 0, nil
local counts = redis.call('HGETALL', refusals)
for i = 1, #counts, 2 do
  local at = tonumber(counts[i])
  if at + 11 <= minute then
    redis.call('HDEL', refusals, counts[i])
  else
    sum = sum + tonumber(counts[i + 1])
    if not oldest or at < oldest then oldest = at end
  end
end
if sum >= mostRefusals then return {'closed', sum, (oldest + 11) * 60000 - now} end

local known = redis.call('HMGET', routes, '*blocked', '*now', route)
local at = math.max(now, tonumber(known[1] or 0))
if now < tonumber(known[2] or 0) - 1000 then
  -- The clock was set back or, after a failover, is another machine's. The old clock's records are invalid.
  redis.call('DEL', sent, open, buckets)
  redis.call('HDEL', routes, '*blocked')
  at = now + span
end
local asked = at
local reason = at > now and 'global' or ''
local name = known[3] or route
local packed = redis.call('HGET', buckets, name)
local bucket = packed and cjson.decode(packed)
local first = not bucket and redis.call('HGET', buckets, '?' .. name)
if first and first ~= 'known' and now < tonumber(string.match(first, '^%d+')) then return {'busy', 0} end

-- The bucket's next free time, at or after 'from'.
local function bucketTime(from)
  if not bucket or from >= bucket.stop then return from end
  if bucket.left > 0 then return math.max(from, bucket.start) end
  return bucket.stop + transit
end

-- The credential's next free time: with this request, at most 'most' requests end within any span.
local function globalTime(from)
  if most == 0 then return from end
  local mine = from + transit
  while true do
    local near = redis.call('ZRANGEBYSCORE', sent, '(' .. (mine - span), '(' .. (mine + span), 'WITHSCORES')
    local ends, own = {}, nil
    for i = 2, #near, 2 do
      local one = tonumber(near[i])
      if not own and one > mine then
        ends[#ends + 1] = mine
        own = #ends
      end
      ends[#ends + 1] = one
    end
    if not own then
      ends[#ends + 1] = mine
      own = #ends
    end
    local full
    for i = math.max(1, own - most), math.min(own, #ends - most) do
      if ends[i + most] - ends[i] < span then full = i end
    end
    if not full then return mine - transit end
    mine = ends[full == own and full + 1 or full] + span
  end
end

redis.call('ZREMRANGEBYSCORE', open, '-inf', now - lost)
for _, late in ipairs(redis.call('ZRANGEBYSCORE', open, '-inf', now)) do
  redis.call('ZADD', sent, now, late)
end
redis.call('ZREMRANGEBYSCORE', sent, '-inf', now - 1000)
repeat
  local before = at
  at = bucketTime(at)
  if at > before then reason = 'bucket' end
  local free = globalTime(at)
  if free > at then reason = 'global' end
  at = free
until at == before

if at - now > mayWait then return {'wait', at - now, reason} end

if most > 0 then
  for _, key in ipairs({sent, open}) do
    redis.call('ZADD', key, at + transit, id)
    redis.call('PEXPIRE', key, at - now + span + lost)
  end
end
redis.call('HSET', routes, '*now', now)
redis.call('PEXPIRE', routes, asked - now + 600000)
if bucket then
  if at >= bucket.stop then
    bucket.start, bucket.stop, bucket.left = at, at + bucket.window, bucket.limit
  end
  bucket.left = bucket.left - 1
  redis.call('HSET', buckets, name, cjson.encode(bucket))
  redis.call('PEXPIRE', buckets, bucket.stop - now + 600000)
elseif first ~= 'known' then
  redis.call('HSET', buckets, '?' .. name, string.format('%.0f %s', at + transit + lost, id))
  local lives = at - now + 600000
  if redis.call('PTTL', buckets) < lives then redis.call('PEXPIRE', buckets, lives) end
end
return {'go', at - now, reason}
`);

/**
 * Records that a request has ended, and the limits in its response.
 *
 * ARGV: request id, route, 1 if the request was never sent or 2 if it got no response, 1 for a rejection that counts against the
 * address, a block's duration in milliseconds, 1 if the credential is blocked, the bucket's id; its limit, remaining requests and
 * milliseconds until its reset, or three empty strings.
 */
export const leaveScript: Script = createScript(`
local sent, open, routes, buckets, refusals = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id, route, bucketId = ARGV[1], ARGV[2], ARGV[7]
local blocked, isGlobal = tonumber(ARGV[5]), ARGV[6] == '1'
local limit, remaining, resets = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.ceil(clock[2] / 1000)

local name = redis.call('HGET', routes, route) or route
local first = redis.call('HGET', buckets, '?' .. name)
if ARGV[3] ~= '0' and first and string.match(first, ' (.*)$') == id then
  redis.call('HDEL', buckets, '?' .. name)
end

redis.call('ZREM', open, id)
if ARGV[3] == '1' then
  redis.call('ZREM', sent, id)
  return 0
end
redis.call('ZADD', sent, 'XX', now, id)

if ARGV[4] == '1' then
  redis.call('HINCRBY', refusals, math.floor(now / 60000), 1)
  redis.call('PEXPIRE', refusals, 720000)
end

if blocked > 0 and isGlobal then
  redis.call('HSET', routes, '*blocked', now + blocked)
  redis.call('PEXPIRE', routes, blocked + 600000)
end
local closes = blocked > 0 and not isGlobal
if not limit and not closes then
  if ARGV[3] == '0' and first and first ~= 'known' then redis.call('HSET', buckets, '?' .. name, 'known') end
  return 0
end

redis.call('HDEL', buckets, '?' .. name)
if bucketId ~= '' and name ~= bucketId then
  redis.call('HSET', routes, route, bucketId)
  redis.call('HDEL', buckets, name)
  name = bucketId
end
local packed = redis.call('HGET', buckets, name)
local bucket = packed and cjson.decode(packed)
if limit then
  local stop = now + resets
  if not bucket then
    bucket = {limit = limit, left = remaining, start = 0, stop = stop, window = resets}
  else
    -- A window's first response contains its length; later ones contain the remaining time.
    bucket.window = remaining >= limit - 1 and resets or math.max(bucket.window, resets)
    bucket.limit = limit
    if bucket.start <= now then
      bucket.left = math.min(bucket.left, remaining)
      bucket.stop = math.max(bucket.stop, stop)
    elseif stop > bucket.start then
      bucket.start, bucket.stop = stop, stop + bucket.window
    end
  end
end
if closes then
  bucket = bucket or {limit = 1, window = 0, start = 0, stop = now}
  bucket.left = 0
  bucket.stop = math.max(bucket.stop, now + blocked)
end
redis.call('HSET', buckets, name, cjson.encode(bucket))
redis.call('PEXPIRE', buckets, math.max(0, bucket.stop - now) + 600000)
return 0
`);
