/** Caches the results of functions that are called repeatedly with the same URL. */

/** Maximum number of URLs in the cache. The most frequent ones are those to which every page links. */
const MAX_REMEMBERED_URLS = 1024

/** Maximum number of characters of a cached URL. Longer ones are rare, and few pages link to them. */
const MAX_REMEMBERED_URL_CHARACTERS = 1024

/** Returns a function that caches the most recent results of the given one. */
export const remembered = <A extends {}>(answer: (address: string) => A): (address: string) => A => {
  const known = new Map<string, A>()
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const now = answer(address)
    if (address.length > MAX_REMEMBERED_URL_CHARACTERS) return now
    if (known.size >= MAX_REMEMBERED_URLS) known.clear()
    known.set(address, now)
    return now
  }
}
