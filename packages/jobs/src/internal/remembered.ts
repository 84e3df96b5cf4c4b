/** Caches the results of functions that are called repeatedly with the same URL. */

/**
 * Maximum URLs in each of two generations. A site of 2,000 pages emptied a single cache of 1,024 URLs every few
 * pages.
 */
const MAX_REMEMBERED_URLS = 2048

/** Longer URLs are rare, and few pages link to them. */
const MAX_REMEMBERED_URL_CHARACTERS = 1024

/** URLs that are used again stay in the cache. */
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
