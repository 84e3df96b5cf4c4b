/**
 * Caches which page keys of running jobs are in the tables. Most links of a site are on each of its pages, and need
 * not be written again.
 */
import type { NewPage, OmittedPage } from "../Job.ts"

/** A worker receives pages of only a few jobs at a time. */
const MAX_JOBS = 16
const MAX_KEYS = 20_000

interface Keys {
  readonly name: string
  readonly pages: Set<string>
  readonly omitted: Set<string>
}

/** The known keys of one job. */
export interface Known {
  readonly isNewPage: (page: NewPage) => boolean
  readonly isNewlyOmitted: (page: OmittedPage) => boolean
  /** Records the pages that are in the tables after the transaction was committed. */
  readonly keepPages: (pages: ReadonlyArray<NewPage>) => void
  readonly keepOmitted: (pages: ReadonlyArray<OmittedPage>) => void
}

/**
 * Identifies a job whose keys are cached. A job's id can be used again after the job has expired, and a failover can
 * lose committed pages.
 */
export interface Memory {
  readonly job: string
  /** A name that changes with the job of this id, and with each start of the database. */
  readonly name: string
}

export interface Remembering {
  /** Returns the known keys of a job. If the id had an earlier memory, its keys are deleted. */
  readonly of: (memory: Memory) => Known
  /** Returns the name under which this process caches the keys of a job; `undefined` if it caches none. */
  readonly nameOf: (job: string) => string | undefined
  readonly keep: () => void
}

const keep = (known: Set<string>, keys: Iterable<string>): void => {
  if (known.size >= MAX_KEYS) known.clear()
  for (const key of keys) known.add(key)
}

/**
 * Each transaction has its own copy of the keys, which is merged after the commit, because a transaction may run
 * twice.
 */
export const make = (): () => Remembering => {
  const jobs = new Map<string, Keys>()
  const keysOf = ({ job, name }: Memory): Keys => {
    const known = jobs.get(job)
    if (known?.name === name) return known
    if (known === undefined && jobs.size >= MAX_JOBS) jobs.delete(jobs.keys().next().value!)
    const keys: Keys = { name, pages: new Set(), omitted: new Set() }
    jobs.set(job, keys)
    return keys
  }
  return () => {
    let job: Keys | undefined
    let pages: ReadonlyArray<NewPage> = []
    let omitted: ReadonlyArray<OmittedPage> = []
    return {
      nameOf: (id) => jobs.get(id)?.name,
      of: (memory) => {
        const keys = job = keysOf(memory)
        pages = []
        omitted = []
        return {
          isNewPage: ({ key }) => !keys.pages.has(key),
          isNewlyOmitted: ({ key }) => !keys.omitted.has(key),
          keepPages: (found) => {
            pages = found.filter(isLasting)
          },
          keepOmitted: (found) => {
            omitted = found
          }
        }
      },
      keep: () => {
        if (job === undefined) return
        keep(job.pages, pages.map(({ key }) => key))
        keep(job.omitted, omitted.map(({ key }) => key))
      }
    }
  }
}

/**
 * Whether a page stays in the job. A page reached from pages that differ only in numbers may be dropped and added
 * again.
 */
const isLasting = ({ payload }: NewPage): boolean =>
  (payload as { readonly alike?: number } | undefined)?.alike === undefined
