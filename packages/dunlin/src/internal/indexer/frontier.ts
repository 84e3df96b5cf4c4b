/** The addresses of a crawl that are known, each page once, and those that wait to be read. */
import * as PageWorth from "@dunlin/jobs/PageWorth"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"

/** Where an address was found. */
export interface Place {
  /** Links away from the start. */
  readonly depth: number
  /** What a sitemap says of it. */
  readonly date?: string | undefined
  /** Whether a sitemap names it: the site itself says that it is a page. */
  readonly isListed?: boolean | undefined
}

export interface Waiting extends Place {
  readonly url: string
}

/** Addresses with a query come after pages that are as many links away: most are views of other pages. */
const ranksForQuery = 3

export interface Frontier {
  readonly add: (waiting: Waiting) => void
  /** Takes up to so many from the front. */
  readonly take: (count: number) => ReadonlyArray<Waiting>
  readonly waiting: () => number
  /** Whether a page was known already; from now on it is. */
  readonly meet: (url: string) => boolean
}

interface Queue {
  items: Array<Waiting>
  /** Items before it were taken. */
  head: number
}

/** Items that were taken and are still held. */
const mostTaken = 1000

const isPage = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && PageWorth.isPage(url)
}

/** Knows at most `capacity` addresses, so that links that lead nowhere do not go on for ever. */
export const make = (capacity: number): Frontier => {
  const known = new Set<string>()
  /** What waits, by rank; of one rank, in the order in which it was found. */
  const queues = new Map<number, Queue>()
  let count = 0
  const meet = (url: string): boolean => {
    const identity = CanonicalUrl.canonical(url)
    if (known.has(identity)) return true
    known.add(identity)
    return false
  }
  return {
    meet,
    waiting: () => count,
    add: (waiting) => {
      if (known.size >= capacity || !isPage(waiting.url) || meet(waiting.url)) return
      const url = withoutFragment(waiting.url)
      const rank = waiting.depth + (waiting.isListed !== true && url.includes("?") ? ranksForQuery : 0)
      const queue = queues.get(rank) ?? { items: [], head: 0 }
      queues.set(rank, queue)
      queue.items.push({ ...waiting, url })
      count++
    },
    take: (most) => {
      const taken: Array<Waiting> = []
      for (const rank of Array.from(queues.keys()).sort((one, other) => one - other)) {
        const queue = queues.get(rank)!
        const some = queue.items.slice(queue.head, queue.head + most - taken.length)
        queue.head += some.length
        taken.push(...some)
        if (queue.head === queue.items.length) queues.delete(rank)
        else if (queue.head > mostTaken) {
          queue.items = queue.items.slice(queue.head)
          queue.head = 0
        }
        if (taken.length === most) break
      }
      count -= taken.length
      return taken
    }
  }
}

export const withoutFragment = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ""
  return parsed.href
}
