/**
 * Schedules jobs on the parser processes. A document that takes long, or that ends its process, must not delay others:
 *
 * - A job that has used a moment of processor time is old. New jobs run at once. Old ones run on the remaining
 *   processors, those with the least use first, and are suspended otherwise.
 * - Jobs that arrive together are delayed a little, and leave one process for a job that arrives alone.
 * - If there are too many jobs, the one with the most use is sent back, and runs again when there is space.
 * - Among tenants, the one with the fewest running jobs takes precedence, and each tenant has one active job.
 *
 * This module neither waits nor starts anything: the pool requests the next action.
 */

export interface Ticket {
  readonly tenant: string
  /** Arrival in milliseconds of a monotonic clock. */
  readonly arrived: number
  /** Arrival time for the order of jobs, in milliseconds. It is later than `arrived` in a crowd. */
  due: number
  /** Milliseconds of processor time that the job has used. */
  used: number
}

export interface Run {
  readonly ticket: Ticket
  readonly cold: boolean
  /** Milliseconds of processor time that the job has used. */
  used: number
}

export type Decision =
  | { readonly kind: "begin"; readonly ticket: Ticket }
  | { readonly kind: "sendBack"; readonly run: Run }
  | { readonly kind: "wait" }

/** Milliseconds of processor time after which a job is old. A small document uses a quarter of them. */
export const MOMENT = 60

/**
 * Milliseconds of processor time that a new process needs to prepare. Old jobs that have used less run before other
 * old jobs.
 */
export const PREPARATION = 500

/** Maximum milliseconds between jobs that count as arriving together. */
export const TOGETHER = 20
/** Milliseconds by which all jobs that arrive together, except the first, are delayed. */
export const COURTESY = 2000
export const PATIENCE = 5000

export interface Turns {
  readonly waiting: Array<Ticket>
  readonly running: Set<Run>
  readonly join: (ticket: Ticket) => void
  /** Puts a job back that has used `used` milliseconds of processor time. */
  readonly rejoin: (ticket: Ticket, used: number) => void
  readonly young: () => number
  readonly eager: (now: number) => number
  /** Returns the next step for a number of ready processes. The caller must execute it before the next call. */
  readonly decide: (ready: number, now: number) => Decision
  readonly share: (preparing: number) => { readonly jobs: ReadonlySet<Run>; readonly processes: number }
}

/** Factor by which a process with few earlier jobs is slower. */
const COLD = 4

/** Number of jobs per processor, most of them suspended, beyond which the largest job is sent back. */
const CROWD = 4

const isOld = (run: Run): boolean => run.used >= (run.cold ? COLD : 1) * MOMENT

export const cameAlone = ({ arrived, due }: Ticket): boolean => due === arrived

/** Returns the level of a job's processor time. An old job does not interrupt another one of the same level. */
const level = (run: Run): number => Math.floor(Math.log2(run.used / MOMENT) / 2)

export const make = (size: number): Turns => {
  const waiting: Array<Ticket> = []
  const running = new Set<Run>()
  const arrivals = new Map<string, { last: number; crowdBegan: number }>()

  const insert = (ticket: Ticket): void => {
    const before = waiting.findLastIndex(({ due }) => due <= ticket.due)
    waiting.splice(before + 1, 0, ticket)
  }
  const old = (): Array<Run> =>
    [...running].filter(isOld).sort((a, b) => level(a) - level(b) || a.ticket.due - b.ticket.due)
  const young = (): number => running.size - old().length

  const count = (tenant: string): number => [...running].filter(({ ticket }) => ticket.tenant === tenant).length
  const first = (tickets: ReadonlyArray<Ticket>): Ticket | undefined => {
    const [only] = tickets
    if (only === undefined || tickets.every(({ tenant }) => tenant === only.tenant)) return only
    const counts = new Map<string, number>()
    for (const { tenant } of tickets) if (!counts.has(tenant)) counts.set(tenant, count(tenant))
    return tickets.reduce((best, ticket) => counts.get(ticket.tenant)! < counts.get(best.tenant)! ? ticket : best)
  }
  /** Returns the job that must wait: of the tenant with the most running jobs, the one with the most processor time. */
  const last = (): Run => {
    const jobs = old()
    const most = Math.max(...jobs.map(({ ticket }) => count(ticket.tenant)))
    return jobs.filter(({ ticket }) => count(ticket.tenant) === most)
      .reduce((worst, run) => level(run) > level(worst) ? run : worst)
  }

  const mayBegin = (ticket: Ticket, ready: number, now: number): boolean => {
    if (running.size === 0) return ready > 0
    if (ticket.used > 0) return ready > 1 && (old().length < size || count(ticket.tenant) === 0)
    return cameAlone(ticket) || now - ticket.arrived > PATIENCE
      ? ready > 0 && young() < 2 * size
      : ready > 1 && young() < size
  }

  return {
    waiting,
    running,
    young,
    join: (ticket) => {
      const { arrived, tenant } = ticket
      for (const [other, { last }] of arrivals) if (arrived - last > TOGETHER) arrivals.delete(other)
      const before = arrivals.get(tenant)
      // A job that arrives when the previous one ends has waited for it, even if the interval is short.
      const alone = before === undefined || waiting.length + running.size === 0
      const crowdBegan = alone || arrived - before.crowdBegan > COURTESY / 2 ? arrived : before.crowdBegan
      arrivals.set(tenant, { last: arrived, crowdBegan })
      // The last job of a crowd comes first, because it may be unrelated to the others.
      ticket.due = alone ? arrived : crowdBegan + COURTESY - (arrived - crowdBegan)
      insert(ticket)
    },
    rejoin: (ticket, used) => {
      ticket.used = used
      insert(ticket)
    },
    eager: (now) => Math.min(size, waiting.filter((ticket) => mayBegin(ticket, Infinity, now)).length),
    decide: (ready, now) => {
      const ticket = first(waiting.filter((ticket) => mayBegin(ticket, ready, now)))
      if (ticket === undefined) return { kind: "wait" }
      if (running.size < CROWD * size) return { kind: "begin", ticket }
      return { kind: "sendBack", run: last() }
    },
    share: (preparing) => {
      const jobs = old()
      const light = jobs.filter((run) => run.used < PREPARATION)
      const awake = new Set([
        ...[...running].filter((run) => !isOld(run)),
        ...light.slice(0, Math.max(0, size - young()))
      ])
      const processes = Math.max(0, Math.min(preparing, size - awake.size))
      for (const run of jobs) if (awake.size + processes < size) awake.add(run)
      const tenants = new Set([...running].map(({ ticket }) => ticket.tenant))
      if (tenants.size > 1) {
        for (const { ticket } of awake) tenants.delete(ticket.tenant)
        for (const run of jobs) if (tenants.delete(run.ticket.tenant)) awake.add(run)
      }
      return { jobs: awake, processes }
    }
  }
}
