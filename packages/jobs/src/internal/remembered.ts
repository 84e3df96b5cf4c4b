/** A cache for functions of addresses that are called again and again. */

/** Most addresses whose results are cached: those linked from every page are the most frequent. */
const mostRemembered = 1024

/** Longest address that is cached, in characters. Few are longer, and a longer one is not linked from every page. */
const longestRemembered = 1024

/** Caches the most recent results of a function. */
export const remembered = <A extends {}>(answer: (address: string) => A): (address: string) => A => {
  const known = new Map<string, A>()
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const now = answer(address)
    if (address.length > longestRemembered) return now
    if (known.size >= mostRemembered) known.clear()
    known.set(address, now)
    return now
  }
}
