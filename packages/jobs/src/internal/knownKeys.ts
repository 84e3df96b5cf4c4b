/**
 * The keys that the tables have of jobs at work, as far as this process knows: most links of a site are on each of its
 * pages, and need not be written again.
 */
import type { NewPage, OmittedPage } from "../Job.ts"
import type { Row } from "./sql.ts"

/** Jobs whose keys are kept: a worker is handed pages of a few at a time. */
const MAX_JOBS = 16
/** Keys of a job: some megabytes. */
const MAX_KEYS = 20_000

interface Keys {
  readonly pages: Set<string>
  readonly omitted: Set<string>
}

/** The known keys of one job. */
export interface Known {
  readonly page: (page: NewPage) => boolean
  readonly omitted: (page: OmittedPage) => boolean
  /** Notes pages that are in the tables when the transaction is over. */
  readonly keep: (pages: ReadonlyArray<NewPage>) => void
}

export interface Remembering {
  readonly of: (job: Row) => Known
  /** The transaction is over. */
  readonly keep: () => void
}

const keep = (known: Set<string>, keys: Iterable<string>): void => {
  if (known.size >= MAX_KEYS) known.clear()
  for (const key of keys) known.add(key)
}

/** Remembers the keys of one store. Each transaction has one memory, which is kept after the commit: it may run twice. */
export const make = (): () => Remembering => {
  const jobs = new Map<string, Keys>()
  /** An id is used again when its job has expired: then the time of its submission is another. */
  const keysOf = ({ created_at: at, id }: Row): Keys => {
    const name = `${String(at)} ${String(id)}`
    const known = jobs.get(name)
    if (known !== undefined) return known
    if (jobs.size >= MAX_JOBS) jobs.delete(jobs.keys().next().value!)
    const keys: Keys = { pages: new Set(), omitted: new Set() }
    jobs.set(name, keys)
    return keys
  }
  return () => {
    let job: Keys | undefined
    let pages: ReadonlyArray<NewPage> = []
    let omitted: Array<string> = []
    return {
      of: (row) => {
        const keys = job = keysOf(row)
        pages = []
        omitted = []
        return {
          page: ({ key }) => !keys.pages.has(key),
          omitted: ({ key }) => {
            if (keys.omitted.has(key)) return false
            omitted.push(key)
            return true
          },
          keep: (found) => {
            pages = found.filter(isLasting)
          }
        }
      },
      keep: () => {
        if (job === undefined) return
        keep(job.pages, pages.map(({ key }) => key))
        keep(job.omitted, omitted)
      }
    }
  }
}

/** A page behind pages that differ in numbers alone may be dropped, and added again. */
const isLasting = ({ payload }: NewPage): boolean =>
  (payload as { readonly alike?: number } | undefined)?.alike === undefined
