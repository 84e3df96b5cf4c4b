/**
 * Caches the page keys that the tables contain for running jobs. Most links of a site are on each of its pages, and
 * need not be written again.
 */
import type { NewPage, OmittedPage } from "../Job.ts"

/** A worker has pages of only a few jobs at a time. */
const MAX_JOBS = 16
const MAX_KEYS = 20_000

interface Keys {
  readonly name: string
  readonly pages: Set<string>
  readonly omitted: Set<string>
}

export interface Known {
  readonly isNewPage: (page: NewPage) => boolean
  readonly isNewlyOmitted: (page: OmittedPage) => boolean
  readonly keepPages: (pages: ReadonlyArray<NewPage>) => void
  readonly keepOmitted: (pages: ReadonlyArray<OmittedPage>) => void
}

/**
 * A job's id can be used again after the job has expired, and a database failover can lose committed pages. The name
 * differs in both cases.
 */
export interface Memory {
  readonly job: string
  readonly name: string
}

export interface Remembering {
  readonly of: (memory: Memory) => Known
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

const isLasting = ({ payload }: NewPage): boolean =>
  (payload as { readonly alike?: number } | undefined)?.alike === undefined
