/**
 * Whose turn it is on the parser processes. A document that takes its time, or ends its process, must make nobody wait:
 *
 * - After a moment a job is old. It goes on beside the others at a lower priority; twice as many old jobs may stay as new
 *   ones may run at a time.
 * - One more is sent back as soon as somebody needs its place, to run again when there is room: one of those who came
 *   together, if there is any.
 * - Who comes alone is served before those who came together, and in order.
 * - Who sends many documents at once does not get the last process that is ready while one of them has just begun, nor
 *   for a pause after one of them took its time. Of those who came together the last is served first when it is crowded:
 *   the first ones are likely to be what made it so.
 *
 * Nothing here waits or starts anything: the pool asks what to do next, and until when nothing is to be done.
 */

export type Ticket = {
  /** Milliseconds of a clock that only goes forward. */
  readonly arrived: number
}

export type Run = {
  readonly ticket: Ticket
  readonly began: number
  /** Its process has done nothing before: all is slow the first time. */
  readonly cold: boolean
  old: boolean
}

export type Decision =
  | { readonly kind: "begin"; readonly ticket: Ticket; readonly old: boolean }
  /** The job has become old. */
  | { readonly kind: "age"; readonly run: Run }
  | { readonly kind: "sendBack"; readonly run: Run }
  /** Nothing before that time, as long as nothing else happens. */
  | { readonly kind: "wait"; readonly until: number }

/** Milliseconds after which a job is old; the shorter while somebody waits. */
export const moment = 250
export const shortMoment = 60

/** Milliseconds between two who come together. */
export const together = 10

/** Milliseconds after a job became old in which nobody of a crowd gets the last process or place. */
export const pause = 250

export type Turns = {
  /** Adds a job that has not run yet. */
  readonly join: (ticket: Ticket) => void
  /** Jobs that have not run yet, and those that were sent back, by their arrival. */
  readonly waiting: Array<Ticket>
  readonly returned: Array<Ticket>
  readonly running: Set<Run>
  readonly hasOld: () => boolean
  /** New jobs that may begin at once. */
  readonly free: () => number
  /** What to do, when as many processes are ready. The answer is to be done before the next question. */
  readonly decide: (now: number, ready: number) => Decision
}

/** Turns for as many new jobs at a time, and as many old ones. */
export const make = (size: number): Turns => {
  const waiting: Array<Ticket> = []
  const returned: Array<Ticket> = []
  const running = new Set<Run>()
  const crowds = new WeakMap<Ticket, { size: number }>()
  let lastCrowd: { size: number } | undefined
  let lastArrived = -Infinity
  let pausedUntil = -Infinity

  const latest = (old: boolean, of: (ticket: Ticket) => boolean = () => true): Run | undefined => {
    let found: Run | undefined
    for (const run of running) {
      if (run.old === old && of(run.ticket) && (found === undefined || run.began > found.began)) found = run
    }
    return found
  }
  const count = (old: boolean): number => {
    let found = 0
    for (const run of running) if (run.old === old) found++
    return found
  }
  const free = () => Math.min(size - count(false), 3 * size - running.size)

  const join = (ticket: Ticket): void => {
    if (lastCrowd === undefined || ticket.arrived - lastArrived > together) lastCrowd = { size: 0 }
    lastCrowd.size++
    lastArrived = ticket.arrived
    crowds.set(ticket, lastCrowd)
    waiting.push(ticket)
  }
  const cameAlone = (ticket: Ticket): boolean => (crowds.get(ticket)?.size ?? 1) <= size

  /** The next newcomer, or the time until which he has to wait. */
  const newcomer = (now: number, ready: number): Ticket | number => {
    const places = free()
    if (waiting.length === 0 || ready === 0 || places <= 0) return Infinity
    const alone = waiting.find(cameAlone)
    if (alone !== undefined) return alone
    const crowded = now < pausedUntil || count(true) >= size
    const scarce = running.size > 0 && (ready === 1 || places === 1 && crowded)
    if (scarce && latest(false) !== undefined) return Infinity
    if (scarce && now < pausedUntil) return pausedUntil
    return crowded || scarce ? waiting.at(-1)! : waiting[0]!
  }

  return {
    join,
    waiting,
    returned,
    running,
    hasOld: () => count(true) > 0,
    free,
    decide: (now, ready) => {
      let until = Infinity
      for (const run of running) {
        if (run.old) continue
        const end = run.began + (run.cold ? 2 : 1) * (waiting.length > 0 ? shortMoment : moment)
        if (now >= end) {
          pausedUntil = now + pause
          return { kind: "age", run }
        }
        until = Math.min(until, end)
      }
      // without a process for who waits, the place is of no use to him
      if (waiting.length > 0 && ready > 0 && count(true) > 2 * size && free() <= 0) {
        return { kind: "sendBack", run: latest(true, (ticket) => !cameAlone(ticket)) ?? latest(true)! }
      }
      const next = newcomer(now, ready)
      if (typeof next === "object") return { kind: "begin", ticket: next, old: false }
      const again = returned.find(cameAlone) ?? returned[0]
      if (again !== undefined && count(true) < size && ready > 1) return { kind: "begin", ticket: again, old: true }
      return { kind: "wait", until: Math.min(until, next) }
    }
  }
}
