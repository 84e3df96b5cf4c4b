/** Lists the requested pages of a crawl with outcome, time and size, and finds duplicates among them. */
import type { FailedPage, PageRecord } from "../Job.ts"
import { isRequested } from "../Omissions.ts"
import { robotsBlocked, robotsUnreadable } from "./crawling.ts"
import { type Duplicates, LENGTHS, type RequestedPage, type Times } from "./reportModels.ts"

export const isDisallowed = (code: string): boolean => code === robotsBlocked || code === robotsUnreadable

interface ReadPage {
  readonly url: string
  readonly status: number
  readonly characters: number
}

export interface ReadPages {
  readonly add: (requested: string, page: ReadPage) => void
  readonly get: (requested: string) => ReadPage | undefined
}

export const readPages = (): ReadPages => {
  const pages = new Map<string, ReadPage>()
  return {
    add: (requested, page) => {
      if (pages.size < LENGTHS.requested) pages.set(requested, page)
    },
    get: (requested) => pages.get(requested)
  }
}

const wasRequested = ({ error, reason, state }: PageRecord): boolean =>
  state === "done" ||
  (state === "failed" ? !isDisallowed(error?.code ?? "") : reason !== undefined && isRequested(reason))

const outcomes = { done: "read", failed: "failed", dropped: "omitted" } as const

const requestOf = (read: ReadPages) => (record: PageRecord): RequestedPage => {
  const { at, attempts, copyOf, error, reason, state, took, url } = record
  const page = state === "done" ? read.get(url) : undefined
  const status = page?.status ?? error?.status
  return {
    url,
    ...(page === undefined || page.url === url ? {} : { finalUrl: page.url }),
    outcome: outcomes[state],
    ...(status === undefined ? {} : { status }),
    ...(page === undefined ? {} : { characters: page.characters }),
    startedAt: at - (took ?? 0),
    ...(took === undefined ? {} : { milliseconds: took }),
    attempts,
    ...(error === undefined ? {} : { code: error.code, message: error.message }),
    ...(reason === undefined ? {} : { reason }),
    ...(copyOf === undefined ? {} : { copyOf })
  }
}

export const requestsIn = (records: ReadonlyArray<PageRecord>, read: ReadPages): ReadonlyArray<RequestedPage> =>
  records.filter(wasRequested).map(requestOf(read)).sort((one, other) => one.startedAt - other.startedAt)

export const failuresIn = (records: ReadonlyArray<PageRecord>): ReadonlyArray<FailedPage> =>
  records.flatMap(({ at, error, key, url }) => error === undefined ? [] : [{ key, url, error, at }])

export const duplicatesIn = (requests: ReadonlyArray<RequestedPage>): ReadonlyArray<Duplicates> => {
  const copies = new Map<string, Array<string>>()
  for (const { copyOf, url } of requests) {
    if (copyOf === undefined) continue
    const known = copies.get(copyOf)
    if (known === undefined) copies.set(copyOf, [url])
    else known.push(url)
  }
  return Array.from(copies, ([url, copies]) => ({ url, copies })).sort((one, other) =>
    other.copies.length - one.copies.length
  )
}

export const timesOf = (requests: ReadonlyArray<RequestedPage>): Times | undefined => {
  const timed = requests.flatMap(({ milliseconds, url }) => milliseconds === undefined ? [] : [{ url, milliseconds }])
  if (timed.length === 0) return undefined
  timed.sort((one, other) => other.milliseconds - one.milliseconds)
  const at = (share: number) => timed[Math.floor((timed.length - 1) * (1 - share))]!.milliseconds
  return { median: at(0.5), percentile95: at(0.95), slowest: timed.slice(0, LENGTHS.slowest) }
}
