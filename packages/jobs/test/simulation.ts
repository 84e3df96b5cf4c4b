// A hundred workers on one store: what it answers is held against a model that a person can read. Every page that is
// handed out must be the very one that is due, and nobody may be left without a page while one is due.
import { pass } from "@dunlin/common/testing"
import { JobStore } from "@dunlin/jobs"
import type { Claim, NewPage, Outcome } from "@dunlin/jobs/Job"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { wholeBelow } from "../../common/test/random.ts"

const lease = 15_000
const workers = 100
export const limits = {
  mostPerHost: 3,
  mostAttempts: 3,
  weightOf: (team: string) => team === "heavy" ? 3 : 1,
  mostPerTeam: (team: string) => team === "narrow" ? 4 : 1000
}
const teams = ["heavy", "light", "narrow"]

type PageState = "waiting" | "delayed" | "running" | "done" | "failed" | "dropped"

interface Page {
  readonly key: string
  readonly host: string
  readonly rank: number
  readonly seq: number
  state: PageState
  attempt: number
  token: string
  leaseUntil: number
  dueAt: number
}

interface ModelJob {
  readonly id: string
  readonly team: string
  readonly priority: number
  readonly mostRunning: number
  readonly mostDone: number
  readonly mostPages: number
  readonly delay: number
  readonly createdAt: number
  readonly pages: Map<string, Page>
  lastHost: string
  state: string
  credits: number
}

class Model {
  readonly jobs = new Map<string, ModelJob>()
  readonly pauses = new Map<string, number>()

  count(job: ModelJob, ...states: ReadonlyArray<PageState>): number {
    return Array.from(job.pages.values()).filter(({ state }) => states.includes(state)).length
  }

  /** Pages that wait and will be handed out when none of those before them fails. */
  queued(job: ModelJob): number {
    return Math.min(
      this.count(job, "waiting", "delayed"),
      Math.max(0, job.mostDone - this.count(job, "done", "running"))
    )
  }

  running(team: string): number {
    return Array.from(this.jobs.values()).reduce(
      (sum, job) => sum + (job.team === team && job.state === "running" ? this.count(job, "running") : 0),
      0
    )
  }

  add(job: ModelJob, pages: ReadonlyArray<NewPage>): number {
    let added = 0
    for (const { key, rank = 0, url } of pages) {
      if (job.pages.has(key) || job.pages.size >= job.mostPages) continue
      const { host } = new URL(url)
      const seq = job.pages.size
      job.pages.set(key, {
        ...{ key, host, rank, seq, state: "waiting", attempt: 0, token: "", leaseUntil: 0, dueAt: 0 } as const
      })
      added++
    }
    return added
  }

  end(job: ModelJob): void {
    if (job.state !== "running" || this.count(job, "waiting", "delayed", "running") > 0) return
    job.state = this.count(job, "done") === 0 && this.count(job, "failed") > 0 ? "failed" : "completed"
  }

  isOpen(host: string, now: number): boolean {
    let busy = 0
    for (const job of this.jobs.values()) {
      for (const page of job.pages.values()) if (page.state === "running" && page.host === host) busy++
    }
    return busy < limits.mostPerHost && (this.pauses.get(host) ?? 0) <= now
  }

  /** The page of a job that is due: that of the next host behind the last that may be asked. */
  pageOf(job: ModelJob, now: number): Page | undefined {
    const all = Array.from(job.pages.values())
    if (job.state !== "running" || this.count(job, "running") >= job.mostRunning) return undefined
    if (this.count(job, "running") + this.count(job, "done") >= job.mostDone) return undefined
    const hosts = Array.from(new Set(all.filter(({ state }) => state === "waiting").map(({ host }) => host))).sort()
    const inTurn = [...hosts.filter((host) => host > job.lastHost), ...hosts.filter((host) => host <= job.lastHost)]
    const host = inTurn.find((host) => this.isOpen(host, now))
    return all.filter((page) => page.state === "waiting" && page.host === host)
      .sort((one, other) => one.rank - other.rank || one.seq - other.seq)[0]
  }

  /** What is handed out next, with the jobs that it may be from: those that came at the same time. */
  due(now: number): { readonly job: ModelJob; readonly page: Page } | undefined {
    const candidates = Array.from(this.jobs.values()).flatMap((job) => {
      const page = this.pageOf(job, now)
      return page === undefined || this.running(job.team) >= limits.mostPerTeam(job.team) ? [] : [{ job, page }]
    })
    const share = (team: string) => this.running(team) / limits.weightOf(team)
    return candidates.sort(({ job: one }, { job: other }) =>
      share(one.team) - share(other.team) || compare(one.team, other.team) || other.priority - one.priority ||
      this.count(one, "running") - this.count(other, "running") || one.createdAt - other.createdAt ||
      compare(one.id, other.id)
    )[0]
  }

  tidy(now: number): void {
    for (const job of this.jobs.values()) {
      for (const page of job.state === "running" ? job.pages.values() : []) {
        if (page.state === "delayed" && page.dueAt <= now) page.state = "waiting"
        if (page.state !== "running" || page.leaseUntil >= now) continue
        page.state = page.attempt >= limits.mostAttempts ? "failed" : "waiting"
      }
      this.end(job)
    }
  }

  claimed(most: number, claims: ReadonlyArray<Claim>, now: number): void {
    this.tidy(now)
    for (const claim of claims) {
      const due = this.due(now)
      assert.deepStrictEqual([claim.job, claim.key], [due?.job.id, due?.page.key])
      const { job, page } = due!
      page.state = "running"
      page.attempt++
      assert.strictEqual(claim.attempt, page.attempt)
      page.token = claim.token
      page.leaseUntil = now + lease
      job.lastHost = page.host
      if (job.delay > 0) this.pauses.set(page.host, now + job.delay)
    }
    if (claims.length < most) assert.isUndefined(this.due(now), "a page was due and not handed out")
  }

  /** The page of a claim when its lease is the newest. */
  heldBy(claim: Claim): { readonly job: ModelJob; readonly page: Page } | undefined {
    const job = this.jobs.get(claim.job)!
    const page = job.pages.get(claim.key)!
    return job.state === "running" && page.state === "running" && page.token === claim.token ? { job, page } : undefined
  }

  settled(claim: Claim, outcome: Outcome, discovered: ReadonlyArray<NewPage>) {
    const held = this.heldBy(claim)
    if (held === undefined) return { settled: false, added: 0, ended: false }
    const { job, page } = held
    page.state = outcome._tag === "Done" ? "done" : outcome._tag === "Failed" ? "failed" : "dropped"
    job.credits += outcome._tag === "Dropped" ? 0 : outcome.credits
    const added = this.add(job, discovered)
    if (this.count(job, "done") >= job.mostDone) {
      for (const other of job.pages.values()) {
        if (other.state === "waiting" || other.state === "delayed") other.state = "dropped"
      }
    }
    this.end(job)
    return { settled: true, added, ended: job.state !== "running" }
  }
}

const compare = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

/** A store and the model that it is held against, and what a run of random steps knows. */
interface World {
  readonly store: JobStore.JobStore["Service"]
  readonly model: Model
  readonly below: (most: number) => number
  readonly oneOf: <A>(list: ReadonlyArray<A>) => A
  /** Up to so many pages, each once. */
  readonly somePages: (most: number) => ReadonlyArray<NewPage>
  /** What each worker has claimed. */
  readonly held: ReadonlyArray<Array<Claim>>
  /** Claims of workers that disappeared, which may come back at any time. */
  readonly lost: Array<Claim>
  now: number
  /** Names of jobs that were given. */
  names: number
}

const worldOf = (store: JobStore.JobStore["Service"], seed: number): World => {
  const below = wholeBelow(seed)
  const oneOf = <A>(list: ReadonlyArray<A>): A => list[below(list.length)]!
  const pages = (most: number): ReadonlyArray<NewPage> =>
    Array.from({ length: below(most + 1) }, () => {
      const host = `${oneOf(["a", "b", "c", "d", "e", "f"])}.example`
      const key = `${host}/${below(40)}`
      return { key, url: `https://${key}`, rank: below(3) }
    })
  const unique = (list: ReadonlyArray<NewPage>) => Array.from(new Map(list.map((page) => [page.key, page])).values())
  return {
    store,
    model: new Model(),
    below,
    oneOf,
    somePages: (most) => unique(pages(most)),
    held: Array.from({ length: workers }, () => []),
    lost: [],
    now: 0,
    names: 0
  }
}

/** What callers do. */
const jobSteps = (world: World) => {
  const { below, model, oneOf, somePages, store } = world
  const submit = Effect.gen(function*() {
    const given = {
      id: `job${String(world.names++).padStart(3, "0")}`,
      team: oneOf(teams),
      priority: below(2),
      maxConcurrency: oneOf([1, 2, 5, 1000]),
      mostDone: oneOf([3, 1000]),
      mostPages: oneOf([5, 1000]),
      delay: oneOf([0, 0, 0, 3000])
    }
    const first = somePages(12)
    yield* store.submit({ ...given, kind: "batch", spec: {}, pages: first })
    const job: ModelJob = {
      ...given,
      mostRunning: given.maxConcurrency,
      createdAt: world.now,
      pages: new Map(),
      lastHost: "",
      state: "running",
      credits: 0
    }
    model.jobs.set(job.id, job)
    model.add(job, first)
    model.end(job)
  })
  const append = Effect.gen(function*() {
    if (model.jobs.size === 0) return
    const job = oneOf(Array.from(model.jobs.values()))
    const more = somePages(4)
    const added = yield* Effect.option(store.append({ team: job.team, job: job.id, pages: more }))
    assert.strictEqual(added._tag === "Some", job.state !== "cancelled")
    if (added._tag === "None") return
    assert.strictEqual(added.value, model.add(job, more))
    if (added.value > 0) job.state = "running"
  })
  const cancel = Effect.gen(function*() {
    const job = oneOf(Array.from(model.jobs.values()))
    if (job === undefined || below(3) > 0) return
    yield* store.cancel({ team: job.team, job: job.id })
    if (job.state !== "running") return
    job.state = "cancelled"
    for (const page of job.pages.values()) if (page.state === "running") page.state = "dropped"
  })
  return { submit, append, cancel }
}

/** What workers do, and what becomes of them. */
const workerSteps = (world: World) => {
  const { below, held, lost, model, oneOf, somePages, store } = world
  const claim = Effect.gen(function*() {
    const most = 1 + below(8)
    const claims = yield* store.claim({ worker: "w", most, lease })
    model.claimed(most, claims, world.now)
    oneOf(held).push(...claims)
  })
  const takeClaim = (): Claim | undefined => {
    const pile = below(5) === 0 ? lost : oneOf(held.filter((claims) => claims.length > 0)) ?? lost
    return pile.splice(below(Math.max(1, pile.length)), 1)[0]
  }
  const settle = Effect.gen(function*() {
    const page = takeClaim()
    if (page === undefined) return
    const outcome = oneOf<Outcome>([
      { _tag: "Done", result: {}, credits: 1 },
      { _tag: "Done", result: undefined, credits: 2 },
      { _tag: "Failed", error: { code: "X", message: "no" }, credits: 0 },
      { _tag: "Dropped" }
    ])
    const discovered = somePages(3)
    const expected = model.settled(page, outcome, discovered)
    assert.deepStrictEqual(yield* store.settle({ claim: page, outcome, discovered }), expected)
    if (below(4) === 0) lost.push(page)
  })
  const release = Effect.gen(function*() {
    const page = takeClaim()
    if (page === undefined) return
    const delay = oneOf([0, 5000])
    const free = below(2) === 0
    const found = model.heldBy(page)
    assert.strictEqual(yield* store.release({ claim: page, delay, free }), found !== undefined)
    if (found === undefined) return
    found.page.state = delay > 0 ? "delayed" : "waiting"
    found.page.dueAt = world.now + delay
    if (free) found.page.attempt--
  })
  const heartbeat = Effect.gen(function*() {
    const claims = oneOf(held)
    const holding = claims.filter((page) => model.heldBy(page) !== undefined)
    const tokens = yield* store.heartbeat({ tokens: claims.map(({ token }) => token), lease })
    assert.deepStrictEqual(tokens, holding.map(({ token }) => token))
    for (const page of holding) model.heldBy(page)!.page.leaseUntil = world.now + lease
  })
  const die = Effect.sync(() => {
    lost.push(...oneOf(held).splice(0))
  })
  return { claim, settle, release, heartbeat, die }
}

/** Random steps, each held against the model; fails with the first that differs. */
export const simulate = Effect.fnUntraced(function*(seed: number, steps: number) {
  const store = yield* JobStore.JobStore
  const world = worldOf(store, seed)
  const { model, oneOf } = world
  const { append, cancel, submit } = jobSteps(world)
  const { claim, die, heartbeat, release, settle } = workerSteps(world)
  const wait = Effect.suspend(() => {
    const time = oneOf([1, 500, 3000, 15_001])
    world.now += time
    return pass(time)
  })
  const claims = Array.from({ length: 4 }, () => claim)
  const settles = Array.from({ length: 3 }, () => settle)
  const choices = [submit, append, ...claims, ...settles, release, heartbeat, die, cancel, wait]
  /** What a job says of itself adds up at every moment, and promises no page that will not come. */
  const check = Effect.gen(function*() {
    if (model.jobs.size === 0) return
    const { id, mostDone, team } = oneOf(Array.from(model.jobs.values()))
    const { counts, state } = yield* store.get({ team, job: id })
    const { cancelled, done, failed, queued, running, total } = counts
    assert.strictEqual(total, queued + running + done + failed + cancelled)
    assert.isAtMost(done + running + queued + cancelled, mostDone)
    if (state !== "running") assert.strictEqual(total, done + failed + cancelled)
  })
  for (let step = 0; step < steps; step++) {
    yield* oneOf(choices)
    yield* check
  }

  for (const job of model.jobs.values()) {
    const { counts, credits, state } = yield* store.get({ team: job.team, job: job.id })
    const ofCancelled = job.state === "cancelled"
    const found = {
      state: job.state,
      credits: job.credits,
      done: model.count(job, "done"),
      failed: model.count(job, "failed"),
      running: model.count(job, "running"),
      queued: ofCancelled ? 0 : model.queued(job)
    }
    const { done, failed, queued, running } = counts
    assert.deepStrictEqual({ state, credits, done, failed, running, queued }, found)
  }
})
