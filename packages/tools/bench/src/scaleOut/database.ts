/** Computes the time that statements take in the simulated database. The statements run on the real store. */
import type { VirtualTime } from "./virtualTime.ts"

export interface Costs {
  readonly claim: number
  readonly claimedPage: number
  readonly settlement: number
  readonly settledPage: number
  readonly otherPerPage: number
  readonly heartbeat: number
}

interface Request {
  readonly isClaim: boolean
  readonly sentAt: number
  /** Returns the milliseconds of the statement, and a function to call when its response arrives. */
  readonly run: () => Promise<{ readonly cost: number; readonly done: () => void }>
}

export interface Load {
  statements: number
  claims: number
  lockedMs: number
  busyMs: number
  readonly waitsOfClaims: Array<number>
}

/** Milliseconds between a process and the database, in one direction. */
const NETWORK_MS = 0.5

/** Each statement uses one processor, in order of arrival. One claim runs at a time, as in PostgreSQL. */
export const make = (time: VirtualTime, processors: number) => {
  const load: Load = { statements: 0, claims: 0, lockedMs: 0, busyMs: 0, waitsOfClaims: [] }
  const claims: Array<Request> = []
  const others: Array<Request> = []
  let firstClaim = 0
  let firstOther = 0
  let busy = 0
  let isClaiming = false

  const next = (): Request | undefined => {
    if (busy >= processors) return undefined
    const claim = isClaiming ? undefined : claims[firstClaim]
    const other = others[firstOther]
    if (claim === undefined && other === undefined) return undefined
    if (other === undefined || (claim !== undefined && claim.sentAt <= other.sentAt)) {
      firstClaim++
      return claim
    }
    firstOther++
    return other
  }

  const start = async (request: Request) => {
    busy++
    if (request.isClaim) {
      isClaiming = true
      load.claims++
      load.waitsOfClaims.push(time.now() - request.sentAt)
    }
    load.statements++
    const { cost, done } = await request.run()
    load.busyMs += cost
    if (request.isClaim) load.lockedMs += cost
    time.after(cost, () => {
      busy--
      if (request.isClaim) isClaiming = false
      time.after(NETWORK_MS, done)
      return fill()
    })
  }

  const fill = async (): Promise<void> => {
    for (let request = next(); request !== undefined; request = next()) await start(request)
  }

  return {
    load,
    send: (isClaim: boolean, run: Request["run"]) =>
      time.after(NETWORK_MS, () => {
        const queue = isClaim ? claims : others
        queue.push({ isClaim, sentAt: time.now(), run })
        return fill()
      }),
    use: (statements: number, milliseconds: number) => {
      load.statements += statements
      load.busyMs += milliseconds
    }
  }
}

export type Database = ReturnType<typeof make>
