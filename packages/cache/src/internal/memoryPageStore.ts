import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Entry, EntryInfo, PageStore } from "../PageStore.ts"
import { selects } from "./filter.ts"

const infoOf = (entry: Entry): EntryInfo => ({
  key: entry.key,
  kind: entry.kind,
  url: entry.url,
  host: entry.host,
  status: entry.status,
  cachedAt: entry.cachedAt,
  expiresAt: entry.expiresAt,
  size: entry.size
})

/** The insertion order of `versions` is the order of use, least recently used first. */
export const make = (): PageStore => {
  const versions = new Map<string, Array<Entry>>()
  const leases = new Map<string, { readonly owner: string; readonly until: number }>()
  let bytes = 0
  let entries = 0

  const keep = (key: string, list: ReadonlyArray<Entry>, wanted: (entry: Entry) => boolean) => {
    const left = list.filter(wanted)
    for (const entry of list) {
      if (wanted(entry)) continue
      bytes -= entry.size
      entries--
    }
    if (left.length === 0) versions.delete(key)
    else versions.set(key, left)
    return list.length - left.length
  }

  const purge = (wanted: (entry: Entry) => boolean) => {
    let gone = 0
    for (const [key, list] of versions) gone += keep(key, list, (entry) => !wanted(entry))
    return gone
  }

  return {
    name: "memory",
    read: (window) =>
      Effect.sync(() => {
        const list = versions.get(window.key)
        const found = list?.find((entry) =>
          entry.cachedAt > window.after && entry.cachedAt <= window.until &&
          (entry.expiresAt === null || entry.expiresAt > window.now)
        )
        if (found === undefined || list === undefined) return Option.none()
        if (window.touch) {
          versions.delete(window.key)
          versions.set(window.key, list)
        }
        return Option.some(found)
      }),
    write: (entry, limit) =>
      Effect.sync(() => {
        const others = (versions.get(entry.key) ?? []).filter((other) => {
          if (other.cachedAt !== entry.cachedAt) return true
          bytes -= other.size
          entries--
          return false
        })
        const list = [...others, entry].sort((left, right) => right.cachedAt - left.cachedAt)
        bytes += entry.size
        entries++
        for (const dropped of list.splice(limit)) {
          bytes -= dropped.size
          entries--
        }
        versions.delete(entry.key)
        versions.set(entry.key, list)
      }),
    remove: (key, cachedAt) =>
      Effect.sync(() => {
        keep(key, versions.get(key) ?? [], (entry) => entry.cachedAt !== cachedAt)
      }),
    list: (filter, limit) =>
      Effect.sync(() =>
        Array.from(versions.values()).flat().filter((entry) => selects(filter, entry)).map(infoOf)
          .sort((left, right) => right.cachedAt - left.cachedAt).slice(0, limit)
      ),
    purge: (filter) => Effect.sync(() => purge((entry) => selects(filter, entry))),
    size: Effect.sync(() => ({ entries, bytes })),
    evict: ({ maxBytes, now }) =>
      Effect.sync(() => {
        let gone = purge((entry) => entry.expiresAt !== null && entry.expiresAt <= now)
        for (const [key, list] of versions) {
          if (bytes <= maxBytes) break
          gone += keep(key, list, () => false)
        }
        return gone
      }),
    lease: (key, owner, ttl) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const held = leases.get(key)
        if (held !== undefined && held.owner !== owner && held.until > now) return false
        leases.set(key, { owner, until: now + ttl })
        return true
      }),
    release: (key, owner) =>
      Effect.sync(() => {
        if (leases.get(key)?.owner === owner) leases.delete(key)
      })
  }
}
