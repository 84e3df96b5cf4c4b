/** Questions about addresses that are asked again and again. */

/** Addresses of which the answer is remembered: those that are linked from every page are asked about most. */
const mostRemembered = 1024

/** Characters of an address that is remembered; few are longer, and none of those is linked from every page. */
const longestRemembered = 1024

/** Answers from memory what was asked a short while ago. */
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
