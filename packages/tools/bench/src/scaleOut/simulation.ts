/**
 * Simulates a fleet of workers with a virtual clock. The real store decides which pages are leased, and the time is
 * simulated.
 */
import { JobStore } from "@dunlin/jobs"
import { Clock, Effect } from "effect"
import * as Database from "./database.ts"
import * as VirtualTime from "./virtualTime.ts"

export interface Fleet {
  readonly workers: number
  readonly slots: number
  readonly teams: number
  readonly hosts: number
  readonly waiting: number
  readonly pageMs: number
  readonly delayMs: number
  readonly processors: number
  readonly warmUpMs: number
  readonly measuredMs: number
  readonly costs: Database.Costs
}

export interface Outcome {
  readonly pagesPerSecond: number
  readonly idleShare: number
  readonly statementsPerSecond: number
  readonly pagesPerClaim: number
  readonly lockShare: number
  readonly processorsInUse: number
  readonly claimWaitMs: number
  readonly fairness: number
  /** Pages of the least and of the most served team, relative to the mean per weight. */
  readonly least: number
  readonly most: number
}

const LEASE_MS = 15_000
const POLL_MS = 1250
const HEARTBEATS_PER_LEASE = 3
/** Returns the weight of a team. Every fourth team has twice the weight of the others. */
const weightOf = (team: number): number => team % 4 === 0 ? 2 : 1

const random = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pageOf = (host: string, number: number) => ({ key: `${host}/${number}`, url: `https://${host}/${number}` })

type Claim = Effect.Success<ReturnType<JobStore.JobStore["Service"]["claim"]>>[number]

interface Counted {
  readonly pages: number
  readonly busySlotMs: number
  readonly served: ReadonlyArray<number>
}

const outcomeOf = (fleet: Fleet, load: Database.Load, { busySlotMs, pages, served }: Counted): Outcome => {
  const { measuredMs, slots, teams, workers } = fleet
  const shares = served.map((count, team) => count / weightOf(team))
  const sum = shares.reduce((total, share) => total + share, 0)
  const squares = shares.reduce((total, share) => total + share * share, 0)
  const waits = load.waitsOfClaims.toSorted((one, other) => one - other)
  return {
    pagesPerSecond: pages / measuredMs * 1000,
    idleShare: 1 - busySlotMs / (measuredMs * workers * slots),
    statementsPerSecond: load.statements / measuredMs * 1000,
    pagesPerClaim: pages / load.claims,
    lockShare: load.lockedMs / measuredMs,
    processorsInUse: load.busyMs / measuredMs,
    claimWaitMs: waits[waits.length >> 1] ?? 0,
    fairness: sum * sum / (teams * squares),
    least: Math.min(...shares) / (sum / teams),
    most: Math.max(...shares) / (sum / teams)
  }
}

const settleAll = (store: JobStore.JobStore["Service"], claims: ReadonlyArray<Claim>, pagesPerHost: number) =>
  Effect.forEach(claims, (claim) => {
    const [host = "", number] = claim.key.split("/")
    const discovered = [pageOf(host, Number(number) + pagesPerHost)]
    return store.settle({ claim, outcome: { _tag: "Done", result: {}, credits: 1 }, discovered })
  }, { concurrency: "unbounded", discard: true })

const slotMeter = (time: VirtualTime.VirtualTime) => {
  let busy = 0
  let sum = 0
  let until = time.now()
  const change = (by: number) => {
    sum += busy * (time.now() - until)
    until = time.now()
    busy += by
  }
  return {
    change,
    reset: () => {
      change(0)
      sum = 0
    },
    read: () => {
      change(0)
      return sum
    }
  }
}

/**
 * Runs the simulation. Every team has one crawl, and each settled page adds the next page of its host. A job
 * therefore never runs out of pages, as in the middle of a crawl of a hundred million pages. The store has a row for
 * each waiting page.
 */
export const simulate = (fleet: Fleet): Promise<Outcome> => {
  const { costs, measuredMs, slots, teams, warmUpMs, workers } = fleet
  const time = VirtualTime.make()
  const database = Database.make(time, fleet.processors)
  const chance = random(1)
  const pagesPerHost = Math.max(1, Math.round(fleet.waiting / fleet.hosts))
  const served = new Map<string, number>()
  let isMeasured = false
  const meter = slotMeter(time)
  let pages = 0

  const work = Effect.gen(function*() {
    const store = yield* JobStore.JobStore
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const names = Array.from({ length: teams }, (_, at) => `t${String(at).padStart(6, "0")}`)
    for (const team of names) {
      const hosts = Array.from({ length: Math.round(fleet.hosts / teams) }, (_, host) => `h${host}.${team}.test`)
      const own = hosts.flatMap((host) => Array.from({ length: pagesPerHost }, (_, number) => pageOf(host, number)))
      yield* store.submit({ id: team, team, kind: "crawl", spec: {}, delay: fleet.delayMs, pages: own })
    }

    const startWorker = (worker: string) => {
      let free = slots
      let isClaiming = false
      const finished = new Map<string, Array<Claim>>()
      const settling = new Set<string>()

      /** Settles the finished pages of a job, with one statement at a time. */
      const settle = (job: string) => {
        const some = finished.get(job) ?? []
        if (some.length === 0 || settling.has(job)) return
        finished.delete(job)
        settling.add(job)
        database.send(false, async () => {
          await run(settleAll(store, some, pagesPerHost))
          const done = () => {
            settling.delete(job)
            settle(job)
          }
          return { cost: costs.settlement + costs.settledPage * some.length, done }
        })
      }

      const read = (claim: Claim) => {
        meter.change(1)
        time.after(fleet.pageMs * (0.5 + chance()), () => {
          free++
          meter.change(-1)
          if (isMeasured) {
            pages++
            served.set(claim.team, (served.get(claim.team) ?? 0) + 1)
            database.use(3, costs.otherPerPage)
          }
          finished.set(claim.job, [...finished.get(claim.job) ?? [], claim])
          settle(claim.job)
          claimSome()
        })
      }

      const claimSome = () => {
        if (isClaiming || free === 0) return
        isClaiming = true
        const most = free
        database.send(true, async () => {
          const claims = await run(store.claim({ worker, most, lease: LEASE_MS * 1000 }))
          const done = () => {
            free -= claims.length
            claims.forEach(read)
            // A worker that got no pages waits. One that got pages claims pages for its other slots.
            time.after(claims.length === 0 ? POLL_MS : 0, () => {
              isClaiming = false
              claimSome()
            })
          }
          return { cost: costs.claim + costs.claimedPage * claims.length, done }
        })
      }

      const heartbeat = () => {
        if (isMeasured) database.use(1, costs.heartbeat)
        time.after(LEASE_MS / HEARTBEATS_PER_LEASE, heartbeat)
      }
      time.after(chance() * 1000, claimSome)
      time.after(chance() * LEASE_MS / HEARTBEATS_PER_LEASE, heartbeat)
    }

    for (let at = 0; at < workers; at++) startWorker(`w${at}`)
    yield* Effect.promise(() => time.runUntil(warmUpMs))
    const { load } = database
    Object.assign(load, { statements: 0, claims: 0, lockedMs: 0, busyMs: 0 })
    load.waitsOfClaims.length = 0
    meter.reset()
    isMeasured = true
    yield* Effect.promise(() => time.runUntil(warmUpMs + measuredMs))

    return outcomeOf(fleet, load, {
      busySlotMs: meter.read(),
      pages,
      served: names.map((team) => served.get(team) ?? 0)
    })
  })
  const layer = JobStore.layerMemory({
    weightOf: (team) => weightOf(Number(team.slice(1))),
    mostPerTeam: () => workers * slots
  })
  return Effect.runPromise(Effect.provideService(Effect.provide(work, layer), Clock.Clock, time.clock))
}
