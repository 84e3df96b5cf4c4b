/**
 * The page keys of running jobs that this process knows to be in the tables. Most links of a site are on each of its
 * pages, and need not be written again.
 */
import type { NewPage, OmittedPage } from "../Job.ts"
import type { Row } from "./sql.ts"

/** Jobs whose keys are cached: a worker receives pages of a few jobs at a time. */
const MAX_JOBS = 16
/** Maximum cached keys of a job: a few megabytes. */
const MAX_KEYS = 20_000

interface Keys {
  readonly pages: Set<string>
  readonly omitted: Set<string>
}

/** The known keys of one job. */
export interface Known {
  readonly page: (page: NewPage) => boolean
  readonly omitted: (page: OmittedPage) => boolean
  /** Records pages that are in the tables after the transaction. */
  readonly keep: (pages: ReadonlyArray<NewPage>) => void
}

export interface Remembering {
  readonly of: (job: Row) => Known
  /** Call it after the transaction. */
  readonly keep: () => void
}

const keep = (known: Set<string>, keys: Iterable<string>): void => {
  if (known.size >= MAX_KEYS) known.clear()
  for (const key of keys) known.add(key)
}

/**
 * Caches the keys of one store. Each transaction has its own copy, which is merged after the commit, because a
 * transaction may run twice.
 */
export const make = (): () => Remembering => {
  const jobs = new Map<string, Keys>()
  /** An id is reused after its job has expired; the submission time tells the jobs apart. */
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

/** A page reached from pages that differ only in numbers may be dropped and added again. */
const isLasting = ({ payload }: NewPage): boolean =>
  (payload as { readonly alike?: number } | undefined)?.alike === undefined
