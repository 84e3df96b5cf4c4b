/**
 * Defines atomic Redis operations in Lua. Keys of one cache share a hash tag, so that they are in one slot. A page is
 * a hash with two fields per version: `m:<cachedAt>` with its properties as JSON, and `b:<cachedAt>` with its bytes.
 */

/** Redis's clock, because the clocks of hosts differ. */
export const time = `
local function time()
  local clock = redis.call('TIME')
  return clock[1] * 1000 + math.floor(clock[2] / 1000)
end
`

const drop = `
local function drop(page, key, use, ends, bytes, entries, wanted)
  local gone, left, soonest = 0, 0, nil
  for _, field in ipairs(redis.call('HKEYS', page)) do
    if string.sub(field, 1, 2) == 'm:' then
      local meta = cjson.decode(redis.call('HGET', page, field))
      if wanted(meta) then
        redis.call('HDEL', page, field, 'b:' .. string.sub(field, 3))
        redis.call('DECRBY', bytes, meta.size)
        redis.call('DECR', entries)
        gone = gone + 1
      else
        left = left + 1
        if meta.expiresAt ~= cjson.null and (soonest == nil or meta.expiresAt < soonest) then
          soonest = meta.expiresAt
        end
      end
    end
  end
  if left == 0 then redis.call('ZREM', use, key) end
  if soonest == nil then redis.call('ZREM', ends, key)
  else redis.call('ZADD', ends, soonest, key) end
  return gone
end
`

/**
 * Reads a page. KEYS page, use. ARGV key, after and until relative to now, touch. Returns properties, bytes and age, or
 * nothing.
 */
export const read = `${time}
local now = time()
local after, last = now + ARGV[2], now + ARGV[3]
local best, found, name = nil, nil, nil
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'm:' then
    local at = tonumber(string.sub(field, 3))
    if at > after and at <= last and (best == nil or at > best) then
      local text = redis.call('HGET', KEYS[1], field)
      local ends = cjson.decode(text).expiresAt
      if ends == cjson.null or ends > now then
        best, found, name = at, text, string.sub(field, 3)
      end
    end
  end
end
if best == nil then return false end
if ARGV[4] == '1' then redis.call('ZADD', KEYS[2], 'XX', now, ARGV[1]) end
return { found, redis.call('HGET', KEYS[1], 'b:' .. name), now - best }
`

/**
 * Writes a page. KEYS page, use, ends, bytes, entries. ARGV key, cachedAt and expiresAt (or nothing) relative to now,
 * the other properties without the first bracket, bytes, versions.
 */
export const write = `${time}${drop}
local function no() return false end
local function moment(offset)
  if offset == '' then return 'null' end
  return string.format('%.0f', time() + offset)
end
local at = moment(ARGV[2])
local description = '{"cachedAt":' .. at .. ',"expiresAt":' .. moment(ARGV[3]) .. ',' .. ARGV[4]
local old = redis.call('HGET', KEYS[1], 'm:' .. at)
if old then
  redis.call('DECRBY', KEYS[4], cjson.decode(old).size)
  redis.call('DECR', KEYS[5])
end
redis.call('HSET', KEYS[1], 'm:' .. at, description, 'b:' .. at, ARGV[5])
redis.call('INCRBY', KEYS[4], cjson.decode(description).size)
redis.call('INCR', KEYS[5])
redis.call('ZADD', KEYS[2], time(), ARGV[1])
local moments = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 'm:' then table.insert(moments, tonumber(string.sub(field, 3))) end
end
table.sort(moments, function(left, right) return left > right end)
local oldest = moments[tonumber(ARGV[6])]
if oldest ~= nil and #moments > tonumber(ARGV[6]) then
  drop(KEYS[1], ARGV[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], function(meta) return meta.cachedAt < oldest end)
else
  drop(KEYS[1], ARGV[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], no)
end
return 1
`

/**
 * Deletes versions of a page. KEYS page, use, ends, bytes, entries. ARGV key, then the `cachedAt` of each version to
 * delete.
 */
export const remove = `${drop}
local moments = {}
for index = 2, #ARGV do moments[tonumber(ARGV[index])] = true end
return drop(KEYS[1], ARGV[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], function(meta) return moments[meta.cachedAt] end)
`

/**
 * Evicts pages. KEYS use, ends, bytes, entries. ARGV prefix of pages, byte budget, maximum pages. Returns the number of
 * deleted versions.
 */
export const evict = `${time}${drop}
local now, gone = time(), 0
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ARGV[3])) do
  gone = gone + drop(ARGV[1] .. key, key, KEYS[1], KEYS[2], KEYS[3], KEYS[4], function(meta)
    return meta.expiresAt ~= cjson.null and meta.expiresAt <= now
  end)
end
for _, key in ipairs(redis.call('ZRANGE', KEYS[1], 0, tonumber(ARGV[3]) - 1)) do
  if tonumber(redis.call('GET', KEYS[3]) or 0) <= tonumber(ARGV[2]) then break end
  gone = gone + drop(ARGV[1] .. key, key, KEYS[1], KEYS[2], KEYS[3], KEYS[4], function() return true end)
end
return gone
`

export const describe = `
local all = {}
for _, page in ipairs(KEYS) do
  for _, field in ipairs(redis.call('HKEYS', page)) do
    if string.sub(field, 1, 2) == 'm:' then table.insert(all, redis.call('HGET', page, field)) end
  end
end
return all
`

/** KEYS lease. ARGV owner, milliseconds. It uses the server's clock, because the clocks of hosts differ. */
export const lease = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`

export const release = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`
