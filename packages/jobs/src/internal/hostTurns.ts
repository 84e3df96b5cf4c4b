import * as Effect from "effect/Effect"
import { isWaiting } from "./formats.ts"
import type { Row, Transaction } from "./sql.ts"
import { running } from "./tables.ts"

export interface Host {
  readonly name: string
  busy: number
  readonly gap: number
  nextAt: number
  isPassed?: boolean
}

/** The jobs of one claim share these hosts, so that each job takes account of pages chosen for the others. */
export interface Hosts {
  readonly mostPerHost: number
  readonly known: Map<string, Host>
}

export interface Queue {
  readonly next: (wanted: number) => Effect.Effect<{ readonly page: Row; readonly host: Host } | undefined, unknown>
}

interface Turn {
  readonly host: Host
  readonly restsUntil: number
  readonly pages: Array<Row>
  read: number
  isWhole: boolean
}

const HOSTS_PER_WALK = 256
/** Smaller than later walks, because most hosts are available. */
const HOSTS_OF_FIRST_WALK = 16
/** After this many walks, the claim ends. The next claim continues after the last host. */
const MAX_WALKS = 4

export const nextHost = (behind: string, bound = "") =>
  `(SELECT later.host FROM job_pages later WHERE later.job = $1 AND ${isWaiting("later")} AND later.host > ${behind}
    ${bound} ORDER BY later.host, later.page_rank, later.seq LIMIT 1)`

/** Column of `jobs`: the next host; NULL after the last host. */
export const firstHostBehindLast = `(SELECT later.host FROM job_pages later WHERE later.job = jobs.id AND ${
  isWaiting("later")
}
    AND later.host > jobs.last_host ORDER BY later.host, later.page_rank, later.seq LIMIT 1)`

export const firstHost = `(SELECT later.host FROM job_pages later WHERE later.job = jobs.id AND ${isWaiting("later")}
    ORDER BY later.host, later.page_rank, later.seq LIMIT 1)`

const stateOfHost =
  `SELECT (SELECT COUNT(*) FROM job_pages work WHERE work.state = ${running} AND work.host = $1) AS busy,
     COALESCE((SELECT next_at FROM job_hosts WHERE host = $1), 0) AS next_at,
     COALESCE((SELECT rests_until FROM job_rests WHERE team = $3 AND host = $1), 0) AS rests_until,
     COALESCE((SELECT gap FROM job_gaps WHERE host = $1 AND known_until > $2), 0) AS gap`

const ofFirst = (column: string) => `(SELECT ${column} FROM job_pages WHERE job = $1 AND key = first_key) AS ${column}`

/** Reads one row per host, so that a large job is never read completely, whatever the query planner estimates. */
const walk = (bound: string) =>
  `WITH RECURSIVE walked (host, turn) AS (
     SELECT ${nextHost("$2", bound)}, 1
     UNION ALL
     SELECT ${nextHost("walked.host", bound)}, turn + 1 FROM walked WHERE walked.host IS NOT NULL AND turn < $6
   ), seen AS MATERIALIZED (
     SELECT host, turn, (SELECT COUNT(*) FROM job_pages work WHERE work.state = ${running} AND work.host = walked.host)
         AS busy,
       COALESCE((SELECT next_at FROM job_hosts WHERE job_hosts.host = walked.host), 0) AS next_at,
       COALESCE((SELECT rests_until FROM job_rests WHERE team = $7 AND job_rests.host = walked.host), 0) AS rests_until
     FROM walked WHERE host IS NOT NULL
   ), open AS MATERIALIZED (
     SELECT host, turn, busy, next_at, rests_until,
       COALESCE((SELECT gap FROM job_gaps WHERE job_gaps.host = seen.host AND known_until > $4), 0) AS gap,
       (SELECT first.key FROM job_pages first WHERE first.job = $1 AND ${isWaiting("first")} AND first.host = seen.host
        ORDER BY first.page_rank, first.seq LIMIT 1) AS first_key
     FROM seen WHERE (busy < $3 AND next_at <= $4 AND rests_until <= $4) OR turn = $6 ORDER BY turn LIMIT $5
   )
   SELECT host, busy, next_at, rests_until, gap, turn, first_key AS key,
     ${["url", "page_rank", "payload", "attempt"].map(ofFirst).join(", ")}
   FROM open ORDER BY turn`

const behindLast = walk("")
const upToLast = walk("AND later.host <= $8")

export const queueOf = (transaction: Transaction, job: Row, hosts: Hosts, now: number): Queue => {
  let turns: Array<Turn> = []
  let served: Array<Turn> = []
  const last = String(job.last_host)
  // Most jobs have one host, so no further hosts are read.
  let isRound = last !== "" && job.next_host === null
  let isAlone = isRound && job.first_host === last
  let place = isRound ? "" : last
  let walks = 0
  let isOver = false

  const isOpen = ({ host: { busy, isPassed = false, nextAt }, restsUntil }: Turn) =>
    !isPassed && busy < hosts.mostPerHost && nextAt <= now && restsUntil <= now

  const hostOf = (name: string, { busy, gap, next_at }: Row): Host => {
    const host = hosts.known.get(name) ?? { name, busy: Number(busy), gap: Number(gap), nextAt: Number(next_at) }
    hosts.known.set(name, host)
    return host
  }

  const turnOf = (name: string, row: Row, pages: Array<Row>): Turn => ({
    host: hostOf(name, row),
    restsUntil: Number(row.rests_until),
    pages,
    read: pages.length,
    isWhole: false
  })

  /** Reads a job's only host. This is ten times faster than a walk. */
  const lookAtOnly = Effect.gen(function*() {
    isAlone = false
    isOver = true
    const [row] = yield* transaction.all(stateOfHost, [last, now, job.team!])
    const turn = turnOf(last, row!, [])
    if (isOpen(turn)) turns.push(turn)
  })

  const walkOn = Effect.fnUntraced(function*(wanted: number): Effect.fn.Return<void, unknown> {
    // This claim may have taken the last free slots of some hosts.
    const useful = wanted + hosts.known.size
    const length = walks++ === 0 ? Math.min(Math.max(useful, HOSTS_OF_FIRST_WALK), HOSTS_PER_WALK) : HOSTS_PER_WALK
    const most = Math.min(useful, length)
    const values = [job.id!, place, hosts.mostPerHost, now, most, length, job.team!]
    const rows = yield* transaction.all(isRound ? upToLast : behindLast, isRound ? [...values, last] : values)
    for (const row of rows) {
      const name = String(row.host)
      place = name
      const turn = turnOf(name, row, [row])
      if (isOpen(turn)) turns.push(turn)
    }
    const sawAll = rows.length < most && rows.every(({ turn }) => Number(turn) < length)
    if (!sawAll) {
      if (walks < MAX_WALKS || turns.length > 0) return
      isOver = true
      if (served.length > 0) return
      // Without this update, unavailable hosts would hide the hosts after them from all later claims.
      yield* transaction.run(`UPDATE jobs SET last_host = $2 WHERE id = $1`, [job.id!, place])
    } else if (isRound || last === "") {
      isOver = true
    } else {
      isRound = true
      place = ""
    }
  })

  const readOn = Effect.fnUntraced(function*(turn: Turn, wanted: number): Effect.fn.Return<void, unknown> {
    const most = Math.min(wanted, hosts.mostPerHost - turn.host.busy)
    const rows = yield* transaction.all(
      `SELECT key, url, host, page_rank, payload, attempt FROM job_pages
       WHERE job = $1 AND ${isWaiting("job_pages")} AND host = $2 ORDER BY page_rank, seq LIMIT $3 OFFSET $4`,
      [job.id!, turn.host.name, most, turn.read]
    )
    turn.read += rows.length
    turn.isWhole = rows.length < most
    turn.pages.push(...rows)
  })

  const next: Queue["next"] = Effect.fnUntraced(function*(wanted) {
    for (;;) {
      const turn = turns.shift()
      if (turn === undefined) {
        if (isAlone) yield* lookAtOnly
        else if (!isOver) yield* walkOn(wanted)
        else if (served.length === 0) return undefined
        else [turns, served] = [served, []]
        continue
      }
      if (!isOpen(turn)) continue
      if (turn.pages.length === 0 && !turn.isWhole) yield* readOn(turn, wanted)
      const page = turn.pages.shift()
      if (page === undefined) continue
      served.push(turn)
      return { page, host: turn.host }
    }
  })
  return { next }
}
