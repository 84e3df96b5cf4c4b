/**
 * Chooses the pages to lease next. The choice is made in memory, from rows that are read for many pages at once. The
 * result is the same as if pages were chosen and leased one by one.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import type { Claim } from "../Job.ts"
import * as Formats from "./formats.ts"
import { firstHost, firstHostBehindLast, type Host, type Hosts, type Queue, queueOf } from "./hostTurns.ts"
import { block, MAX_BLOCKED_PER_CLAIM, nextChange, readyTeams, wakeBlocked } from "./readiness.ts"
import { tidy, untidy } from "./returning.ts"
import { toClaim } from "./rows.ts"
import type { ClaimRequest, Limits } from "./service.ts"
import { type Row, together, type Transaction } from "./sql.ts"
import { isReady, running, waiting, waitingForNewer } from "./tables.ts"

export const DEFAULT_MOST_PER_HOST = 8
export const DEFAULT_MOST_ATTEMPTS = 5

interface Source {
  readonly row: Row
  readonly spec: Schema.Json
  readonly most: number
  queued: number
  running: number
  isUntouched: boolean
  readonly pages: Queue
}

interface Team {
  readonly name: string
  running: number
  readonly weight: number
  readonly most: number
  readonly jobs: Array<Source>
  read: number
  more: boolean
}

interface Choice {
  readonly source: Source
  readonly page: Row
  readonly host: Host
  readonly gap: number
  readonly token: string
}

interface Claiming {
  readonly transaction: Transaction
  readonly request: ClaimRequest
  readonly now: number
  readonly hosts: Hosts
  readonly leastGap: number
  gapsLeft: number
  readonly blocked: Array<Source>
}

export interface Claimed {
  readonly claims: ReadonlyArray<Claim>
  readonly next: number | undefined
}

export const claimPages = Effect.fnUntraced(function*(
  transaction: Transaction,
  request: ClaimRequest,
  limits: Limits
): Effect.fn.Return<Claimed, unknown> {
  const [first] = yield* transaction.all(`SELECT $now AS now, ${untidy}`)
  const now = Number(first!.now)
  const mostPerHost = limits.mostPerHost ?? DEFAULT_MOST_PER_HOST
  yield* tidy(transaction, first!, now, limits.mostAttempts ?? DEFAULT_MOST_ATTEMPTS)
  yield* wakeBlocked(transaction, now, mostPerHost)
  let teams = (yield* transaction.all(readyTeams(transaction))).map((row): Team => ({
    name: String(row.team),
    running: Number(row.running),
    weight: limits.weightOf?.(String(row.team)) ?? 1,
    most: limits.mostPerTeam?.(String(row.team)) ?? Infinity,
    jobs: [],
    read: 0,
    more: true
  }))
  const hosts: Hosts = { mostPerHost, known: new Map() }
  const claiming: Claiming = {
    transaction,
    request,
    now,
    hosts,
    leastGap: Math.ceil(limits.delay ?? 0),
    gapsLeft: request.mostWithGap ?? request.most,
    blocked: []
  }
  const choices: Array<Choice> = []
  while (choices.length < request.most && claiming.blocked.length < MAX_BLOCKED_PER_CLAIM) {
    teams = teams.filter((team) => team.running < team.most)
    const [first, ...others] = teams
    if (first === undefined) break
    const team = others.reduce(
      (one, other) => other.running / other.weight < one.running / one.weight ? other : one,
      first
    )
    const choice = yield* choiceOf(claiming, team, request.most - choices.length)
    if (choice === undefined) teams = teams.filter((other) => other !== team)
    else {
      team.running++
      choices.push(choice)
    }
  }
  const claims = yield* take(claiming, choices)
  for (const { row } of claiming.blocked) yield* block(transaction, row, { mostPerHost, now })
  if (claims.length === request.most) return { claims, next: undefined }
  if (claiming.blocked.length >= MAX_BLOCKED_PER_CLAIM) return { claims, next: 0 }
  const [change] = yield* transaction.all(nextChange)
  const times = [change!.ready_at, change!.due_at].filter((time) => time != null).map(Number)
  return { claims, next: times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now) }
})

const choiceOf = Effect.fnUntraced(function*(
  claiming: Claiming,
  team: Team,
  wanted: number
): Effect.fn.Return<Choice | undefined, unknown> {
  for (;;) {
    // At least as many untouched jobs are read as pages are requested, so that no unread job could precede them.
    while (team.more && team.jobs.filter(({ isUntouched }) => isUntouched).length < wanted) {
      yield* readJobs(claiming, team, wanted)
    }
    const [first, ...others] = team.jobs
    if (first === undefined) return undefined
    const source = others.reduce((one, other) => isBefore(other, one) ? other : one, first)
    const found = source.queued > 0 && source.running < source.most
      ? yield* source.pages.next(Math.min(wanted, source.queued))
      : undefined
    if (found === undefined) {
      team.jobs.splice(team.jobs.indexOf(source), 1)
      if (source.isUntouched) claiming.blocked.push(source)
      if (claiming.blocked.length >= MAX_BLOCKED_PER_CLAIM) return undefined
      continue
    }
    // The delays of robots.txt apply to crawls, but not to pages that a request names.
    const ofHost = source.row.kind === "crawl" ? found.host.gap : 0
    const gap = Math.max(claiming.leastGap, Number(source.row.delay), ofHost)
    if (gap > 0 && claiming.gapsLeft === 0) {
      found.host.isPassed = true
      continue
    }
    source.queued--
    source.running++
    source.isUntouched = false
    found.host.busy++
    if (gap > 0) {
      claiming.gapsLeft--
      found.host.nextAt = claiming.now + gap
    }
    return { source, page: found.page, host: found.host, gap, token: randomUUID() }
  }
})

const isBefore = (one: Source, other: Source): boolean =>
  (Number(other.row.priority) - Number(one.row.priority) || one.running - other.running ||
    Number(one.row.created_at) - Number(other.row.created_at) || (String(one.row.id) < String(other.row.id) ? -1 : 1)) <
    0

/** A worker receives pages of only a few jobs at a time. */
const MAX_CACHED_SPECS = 16

/** Equal texts return the same object, so that data derived from a spec can be cached. */
const specs = new Map<string, Schema.Json>()

export const specIn = (text: string): Schema.Json => {
  const known = specs.get(text)
  if (known !== undefined) return known
  const spec: Schema.Json = JSON.parse(text)
  if (specs.size >= MAX_CACHED_SPECS) specs.delete(specs.keys().next().value!)
  specs.set(text, spec)
  return spec
}

const readJobs = Effect.fnUntraced(function*(claiming: Claiming, team: Team, wanted: number) {
  const { transaction } = claiming
  const rows = yield* transaction.all(
    `SELECT id, team, kind, spec, delay, priority, created_at, last_host, queued, running, done, most_running, most_done,
       ${firstHostBehindLast} AS next_host, ${firstHost} AS first_host FROM jobs ${transaction.by("jobs_ready")}
     WHERE team = $1 AND ${isReady}
     ORDER BY priority DESC, running, created_at, id LIMIT $2 OFFSET $3`,
    [team.name, wanted, team.read]
  )
  team.read += rows.length
  for (const row of rows) {
    team.jobs.push({
      row,
      spec: specIn(String(row.spec)),
      most: Math.min(Number(row.most_running), Number(row.most_done) - Number(row.done)),
      queued: Number(row.queued),
      running: Number(row.running),
      isUntouched: true,
      pages: queueOf(transaction, row, claiming.hosts, claiming.now)
    })
  }
  team.more = rows.length === wanted
})

/**
 * Leases the chosen pages. Job rows were read without locks, so that settlements do not wait for a claim. A page is
 * skipped if its job was cancelled or the page was dropped meanwhile.
 */
const take = Effect.fnUntraced(function*(
  { now, request, transaction }: Claiming,
  choices: ReadonlyArray<Choice>
): Effect.fn.Return<ReadonlyArray<Claim>, unknown> {
  if (choices.length === 0) return []
  const ids = Array.from(new Set(choices.map(({ source }) => String(source.row.id)))).sort()
  const living = transaction.all(
    `SELECT id FROM jobs WHERE id IN (${
      ids.map((_, at) => `$${at + 1}`).join(", ")
    }) ORDER BY id${transaction.forUpdate}`,
    ids
  )
  const [, ...changed] = yield* together(
    transaction,
    living,
    // One statement per page. For a list of keys, the database would read the whole job if it estimates that the job
    // is small.
    ...choices.map(({ page, source, token }) =>
      transaction.run(
        `UPDATE job_pages SET state = ${running}, attempt = attempt + 1, token = $3, worker = ${Formats.workerAs("$4")},
           lease_until = $5 + ${Formats.added}
         WHERE job = $1 AND key = $2 AND state + 0 IN (${waiting}, ${waitingForNewer}) AND (SELECT state FROM jobs WHERE id = $1) = 'running'`,
        [source.row.id!, page.key!, token, request.worker, now + request.lease]
      )
    )
  )
  const claimed = choices.filter((_, at) => changed[at]! > 0)
  yield* countTaken(transaction, claimed)
  return claimed.map(({ gap, page, source, token }) => toClaim(source.row, source.spec, page, { gap, token }))
})

const countTaken = Effect.fnUntraced(function*(
  transaction: Transaction,
  claimed: ReadonlyArray<Choice>
): Effect.fn.Return<void, unknown> {
  const counts = new Map<Source, { pages: number; host: string }>()
  const pauses = new Map<string, number>()
  for (const { gap, host, source } of claimed) {
    counts.set(source, { pages: (counts.get(source)?.pages ?? 0) + 1, host: host.name })
    if (gap > 0) pauses.set(host.name, host.nextAt)
  }
  for (const [{ row }, { host, pages }] of counts) {
    yield* transaction.send(
      `UPDATE jobs SET queued = queued - $2, running = running + $2, last_host = $3 WHERE id = $1`,
      [row.id!, pages, host]
    )
  }
  for (const pause of pauses) {
    yield* transaction.send(
      `INSERT INTO job_hosts (host, next_at) VALUES ($1, $2)
       ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at`,
      pause
    )
  }
})
