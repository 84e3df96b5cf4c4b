/**
 * The store as version 5 of its tables had it, before pages had formats: its tables, and the statements with which it
 * handed pages out. They are written down as they were, for tests of stores that several versions share.
 */

/** `collation` is written behind the type of hosts. */
export const tablesOf = (collation: string): ReadonlyArray<string> => [
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    team TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    spec TEXT NOT NULL,
    priority INTEGER NOT NULL,
    most_running INTEGER NOT NULL,
    most_done BIGINT NOT NULL,
    most_pages BIGINT NOT NULL,
    delay BIGINT NOT NULL,
    retention BIGINT NOT NULL,
    ephemeral SMALLINT NOT NULL,
    known BIGINT NOT NULL,
    total BIGINT NOT NULL,
    queued BIGINT NOT NULL,
    running BIGINT NOT NULL,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    cancelled BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    last_host TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    expires_at BIGINT NOT NULL,
    warning TEXT,
    CHECK (queued >= 0 AND running >= 0 AND total = queued + running + done + failed + cancelled)
  )`,
  `CREATE TABLE job_pages (
    job TEXT NOT NULL,
    key TEXT NOT NULL,
    seq BIGINT NOT NULL,
    url TEXT NOT NULL,
    host TEXT ${collation} NOT NULL,
    page_rank INTEGER NOT NULL,
    payload TEXT,
    state SMALLINT NOT NULL,
    attempt INTEGER NOT NULL,
    token TEXT,
    worker TEXT,
    lease_until BIGINT,
    due_at BIGINT,
    finished_at BIGINT,
    place BIGINT,
    result TEXT,
    error TEXT,
    PRIMARY KEY (job, key)
  )`,
  `CREATE TABLE job_hosts (host TEXT ${collation} PRIMARY KEY, next_at BIGINT NOT NULL)`,
  `CREATE TABLE job_rests (
    team TEXT NOT NULL, host TEXT ${collation} NOT NULL, rests_until BIGINT NOT NULL, PRIMARY KEY (team, host)
  )`,
  `CREATE TABLE job_gaps (
    host TEXT ${collation} PRIMARY KEY, gap BIGINT NOT NULL, known_until BIGINT NOT NULL
  )`,
  `CREATE INDEX job_pages_waiting ON job_pages (job, host, page_rank, seq) WHERE state = 0`,
  `CREATE INDEX job_pages_leases ON job_pages (lease_until) WHERE state = 1 AND lease_until > 0`,
  `CREATE INDEX job_pages_due ON job_pages (due_at) WHERE state = 2`
]

type Value = string | number | null
export interface Row {
  readonly [column: string]: Value
}
/** Runs a statement with its values, and answers its rows. */
export type Ask = (text: string, values: ReadonlyArray<Value>) => Promise<ReadonlyArray<Row>>

/** Submits a job with a page. */
export const submit = async (ask: Ask, id: string, url: string, now: number): Promise<void> => {
  await ask(
    `INSERT INTO jobs (id, team, kind, state, spec, priority, most_running, most_done, most_pages, delay, retention,
       ephemeral, known, total, queued, running, done, failed, cancelled, credits, last_host, created_at, expires_at)
     VALUES ($1, $2, $3, 'running', '{}', 0, 2147483647, 9007199254740991, 9007199254740991, 0, 86400000, 0, 1, 1, 1, 0,
       0, 0, 0, 0, '', $4, $4)`,
    [id, "t", "crawl", now]
  )
  await ask(
    `INSERT INTO job_pages (job, key, seq, url, host, page_rank, payload, state, attempt)
     VALUES ($1, $2, 0, $2, $3, 0, NULL, 0, 0)`,
    [id, url, new URL(url).host]
  )
}

/** Takes pages back whose leases have ended, and wakes those whose delays have. */
const tidy = async (ask: Ask, now: number): Promise<void> => {
  const lost = await ask(
    `SELECT job, key, attempt FROM job_pages WHERE state = 1 AND lease_until > 0 AND lease_until < $1
     ORDER BY lease_until LIMIT 500`,
    [now]
  )
  for (const { job, key } of lost) {
    await ask(
      `UPDATE job_pages SET state = 0, token = NULL WHERE job = $1 AND key = $2 AND state = 1 AND lease_until < $3`,
      [job!, key!, now]
    )
    await ask(`UPDATE jobs SET running = running - 1, queued = queued + 1 WHERE id = $1`, [job!])
  }
  const due = await ask(
    `SELECT DISTINCT job FROM (
       SELECT job FROM job_pages WHERE state = 2 AND due_at <= $1 ORDER BY due_at LIMIT 500) AS due`,
    [now]
  )
  for (const { job } of due) {
    await ask(
      `UPDATE job_pages SET state = 0, due_at = NULL WHERE job = $1 AND state = 2 AND due_at <= $2`,
      [job!, now]
    )
  }
}

const nextHost = (behind: string) =>
  `(SELECT later.host FROM job_pages later WHERE later.job = $1 AND later.state = 0 AND later.host > ${behind}
     ORDER BY later.host, later.page_rank, later.seq LIMIT 1)`

const ofFirst = (column: string) => `(SELECT ${column} FROM job_pages WHERE job = $1 AND key = first_key) AS ${column}`

/** Walks over the hosts of a job. */
export const walk = `WITH RECURSIVE walked (host, turn) AS (
     SELECT ${nextHost("$2")}, 1
     UNION ALL
     SELECT ${nextHost("walked.host")}, turn + 1 FROM walked WHERE walked.host IS NOT NULL AND turn < $6
   ), seen AS MATERIALIZED (
     SELECT host, turn, (SELECT COUNT(*) FROM job_pages work WHERE work.state = 1 AND work.host = walked.host)
         AS busy,
       COALESCE((SELECT next_at FROM job_hosts WHERE job_hosts.host = walked.host), 0) AS next_at,
       COALESCE((SELECT rests_until FROM job_rests WHERE team = $7 AND job_rests.host = walked.host), 0) AS rests_until
     FROM walked WHERE host IS NOT NULL
   ), open AS MATERIALIZED (
     SELECT host, turn, busy, next_at, rests_until,
       COALESCE((SELECT gap FROM job_gaps WHERE job_gaps.host = seen.host AND known_until > $4), 0) AS gap,
       (SELECT first.key FROM job_pages first WHERE first.job = $1 AND first.state = 0 AND first.host = seen.host
        ORDER BY first.page_rank, first.seq LIMIT 1) AS first_key
     FROM seen WHERE (busy < $3 AND next_at <= $4 AND rests_until <= $4) OR turn = $6 ORDER BY turn LIMIT $5
   )
   SELECT host, busy, next_at, rests_until, gap, turn, first_key AS key,
     ${["url", "page_rank", "payload", "attempt"].map(ofFirst).join(", ")}
   FROM open ORDER BY turn`

/** Hands out the first page of each host of every job, and answers their addresses. */
export const claim = async (ask: Ask, now: number): Promise<ReadonlyArray<string>> => {
  await tidy(ask, now)
  const jobs = await ask(
    `SELECT id, team FROM jobs
     WHERE team = $1 AND state = 'running' AND queued > 0 AND running < most_running AND done + running < most_done
     ORDER BY priority DESC, running, created_at, id LIMIT $2 OFFSET $3`,
    ["t", 100, 0]
  )
  const taken: Array<string> = []
  for (const { id, team } of jobs) {
    for (const { host, key, url } of await ask(walk, [id!, "", 8, now, 16, 16, team!])) {
      await ask(
        `UPDATE job_pages SET state = 1, attempt = attempt + 1, token = $3, worker = $4, lease_until = $5
         WHERE job = $1 AND key = $2 AND state + 0 = 0 AND (SELECT state FROM jobs WHERE id = $1) = 'running'`,
        [id!, key!, `token of ${url}`, "older", now + 1]
      )
      await ask(`UPDATE jobs SET queued = queued - $2, running = running + $2, last_host = $3 WHERE id = $1`, [
        id!,
        1,
        host!
      ])
      taken.push(String(url))
    }
  }
  return taken
}

/** Takes the pages of a process that has ended back, on a file that it shared: workers have the name of theirs before their own. */
export const takeOver = async (ask: Ask, owner: string, now: number): Promise<void> => {
  await ask(
    `UPDATE job_pages SET lease_until = 1 WHERE state = 1 AND substr(worker, 1, $2) = $1`,
    [`${owner} `, owner.length + 1]
  )
  await tidy(ask, now)
}
