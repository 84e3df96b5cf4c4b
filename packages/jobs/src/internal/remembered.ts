/** Caches the results of functions that are called repeatedly with the same URL. */

/** Maximum URLs in the cache; the most frequent are those linked from every page. */
const MAX_REMEMBERED_URLS = 1024

/** Maximum characters of a cached URL. Longer ones are rare and not linked from every page. */
const MAX_REMEMBERED_URL_CHARACTERS = 1024

/** Caches the most recent results of a function. */
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
