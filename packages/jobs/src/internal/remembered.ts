/** Caches the results of functions that are called repeatedly with the same URL. */

/**
 * Size of each of the cache's two generations. With one generation of 1,024 URLs, a site of 2,000 pages emptied the
 * cache every few pages.
 */
const MAX_REMEMBERED_URLS = 2048

/** Longer URLs are rare, so caching them saves little. */
const MAX_REMEMBERED_URL_CHARACTERS = 1024

/** The cache has two generations. A URL that is used again moves to the young one. */
export const remembered = <A extends {}>(answer: (address: string) => A): (address: string) => A => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  return (address) => {
    const known = young.get(address)
    if (known !== undefined) return known
    const result = old.get(address) ?? answer(address)
    if (address.length > MAX_REMEMBERED_URL_CHARACTERS) return result
    if (young.size >= MAX_REMEMBERED_URLS) {
      old = young
      young = new Map()
    }
    young.set(address, result)
    return result
  }
}
