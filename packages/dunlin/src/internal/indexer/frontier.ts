/** The addresses of a crawl that are known, each page once, and those that wait to be read. */
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import { isFile } from "./scope.ts"

export interface Waiting {
  readonly url: string
  /** Links away from the start. */
  readonly depth: number
  /** What a sitemap says of it. */
  readonly date?: string | undefined
}

export interface Frontier {
  readonly add: (waiting: Waiting) => void
  /** Takes up to so many from the front. */
  readonly take: (count: number) => ReadonlyArray<Waiting>
  readonly waiting: () => number
  /** Whether a page was known already; from now on it is. */
  readonly meet: (url: string) => boolean
}

/** Knows at most `capacity` addresses, so that links that lead nowhere do not go on for ever. */
export const make = (capacity: number): Frontier => {
  const known = new Set<string>()
  let queue: Array<Waiting> = []
  let head = 0
  const meet = (url: string): boolean => {
    const identity = CanonicalUrl.canonical(url)
    if (known.has(identity)) return true
    known.add(identity)
    return false
  }
  return {
    meet,
    waiting: () => queue.length - head,
    add: (waiting) => {
      if (known.size >= capacity || isFile(waiting.url) || meet(waiting.url)) return
      queue.push({ ...waiting, url: withoutFragment(waiting.url) })
    },
    take: (count) => {
      const taken = queue.slice(head, head + count)
      head += taken.length
      if (head > 1000) {
        queue = queue.slice(head)
        head = 0
      }
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
