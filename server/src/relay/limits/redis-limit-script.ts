/**
 * Takes all claims of a call or none, in one step for all nodes. KEYS: for each claim its window and the window before,
 * or twice the set of places. ARGV: now, the holder, until when its places are kept, how long that is; then for each
 * claim its limit, its cost, the weight of the window before (below 0: a place), and how long its window is kept. Answers
 * whether all were taken, then current and previous of each claim as they were before.
 */
export const TAKE_SCRIPT = `
local now, holder, untilMs, keepMs = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local found = { 1 }
local count = #KEYS / 2
for claim = 1, count do
  local at = claim * 4
  local limit, cost, weight = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local current, previous = 0, 0
  if weight < 0 then
    redis.call('ZREMRANGEBYSCORE', KEYS[claim * 2 - 1], '-inf', now)
    current = redis.call('ZCARD', KEYS[claim * 2 - 1])
    weight = 0
  else
    current = tonumber(redis.call('GET', KEYS[claim * 2 - 1]) or '0')
    if weight > 0 then previous = tonumber(redis.call('GET', KEYS[claim * 2]) or '0') end
  end
  if current + previous * weight + cost > limit then found[1] = 0 end
  found[claim * 2] = current
  found[claim * 2 + 1] = previous
end
if found[1] == 1 then
  for claim = 1, count do
    local at = claim * 4
    local key = KEYS[claim * 2 - 1]
    if tonumber(ARGV[at + 3]) < 0 then
      redis.call('ZADD', key, untilMs, holder)
      redis.call('PEXPIRE', key, keepMs)
    else
      redis.call('INCRBY', key, ARGV[at + 2])
      redis.call('PEXPIRE', key, ARGV[at + 4])
    end
  end
end
return found
`;
