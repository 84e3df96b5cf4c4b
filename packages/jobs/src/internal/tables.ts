import { monitorIndexes, monitorTablesIn } from "./monitors/monitorTables.ts"

/** Increased with every change of the tables. */
export const TABLES_VERSION = 19

/**
 * Creates the tables in the SQL dialect that SQLite and PostgreSQL share. SQLite treats `BIGINT` and `SMALLINT` as
 * integers. The collation compares bytes, so that both databases use hosts in the same order.
 */
export const tablesIn = (collation: string): ReadonlyArray<string> => [
  `CREATE TABLE IF NOT EXISTS jobs (
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
  `CREATE TABLE IF NOT EXISTS job_pages (
    job TEXT NOT NULL,
    key TEXT NOT NULL,
    seq BIGINT NOT NULL,
    url TEXT NOT NULL,
    host TEXT COLLATE ${collation} NOT NULL,
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
  `CREATE TABLE IF NOT EXISTS job_hosts (host TEXT COLLATE ${collation} PRIMARY KEY, next_at BIGINT NOT NULL)`,
  // Pauses of a team's requests to an unresponsive host, each with its end.
  `CREATE TABLE IF NOT EXISTS job_rests (
    team TEXT NOT NULL, host TEXT COLLATE ${collation} NOT NULL, rests_until BIGINT NOT NULL, PRIMARY KEY (team, host)
  )`,
  // Delays of hosts from robots.txt, each with the end of its validity.
  `CREATE TABLE IF NOT EXISTS job_gaps (
    host TEXT COLLATE ${collation} PRIMARY KEY, gap BIGINT NOT NULL, known_until BIGINT NOT NULL
  )`,
  // Fingerprints of page content, each with the first page of the job that has it.
  `CREATE TABLE IF NOT EXISTS job_marks (
    job TEXT NOT NULL, mark TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (job, mark)
  )`,
  // URLs that the job omitted, each with its reason.
  `CREATE TABLE IF NOT EXISTS job_passed (
    job TEXT NOT NULL, key TEXT COLLATE ${collation} NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, key)
  )`,
  // Unavailable hosts that a blocked job waits for. `is_busy` marks hosts that become available when a page ends, not
  // at a certain time.
  `CREATE TABLE IF NOT EXISTS job_waits (
    job TEXT NOT NULL, host TEXT COLLATE ${collation} NOT NULL, team TEXT NOT NULL, priority INTEGER NOT NULL,
    created_at BIGINT NOT NULL, is_busy SMALLINT NOT NULL, PRIMARY KEY (job, host)
  )`,
  // Number of omitted URLs by reason. These counts outlive `job_passed`, and are deleted with the job.
  `CREATE TABLE IF NOT EXISTS job_omissions (
    job TEXT NOT NULL, reason TEXT NOT NULL, noted BIGINT NOT NULL, followed BIGINT NOT NULL, is_cut SMALLINT NOT NULL,
    example TEXT NOT NULL, PRIMARY KEY (job, reason)
  )`,
  `CREATE TABLE IF NOT EXISTS job_bills (
    job TEXT NOT NULL, reservation TEXT NOT NULL, bills BIGINT NOT NULL, PRIMARY KEY (job, reservation)
  )`,
  // For each URL pattern or trait: the number of visited pages, and the number of useful ones.
  `CREATE TABLE IF NOT EXISTS job_tallies (
    job TEXT NOT NULL, name TEXT NOT NULL, tried BIGINT NOT NULL, useful BIGINT NOT NULL, PRIMARY KEY (job, name)
  )`,
  `CREATE TABLE IF NOT EXISTS job_pauses (
    scope TEXT NOT NULL, name TEXT NOT NULL, paused_at BIGINT NOT NULL, PRIMARY KEY (scope, name)
  )`,
  ...monitorTablesIn(collation)
]

/**
 * Columns that later versions added. `format`: a worker must support it to read the page. `unpaid`: credits that are
 * not charged. `bill`: the bill or reservation of these credits. `ready_at`: claims skip the job until then (0: now).
 * `took`: milliseconds of the last attempt.
 */
export const laterColumns = [
  { table: "jobs", column: "ready_at", type: "BIGINT NOT NULL DEFAULT 0" },
  { table: "job_pages", column: "format", type: "SMALLINT NOT NULL DEFAULT 0" },
  { table: "job_pages", column: "owed", type: "BIGINT" },
  { table: "job_pages", column: "owed_to", type: "TEXT" },
  { table: "job_pages", column: "unpaid", type: "BIGINT" },
  { table: "job_pages", column: "bill", type: "TEXT" },
  { table: "job_pages", column: "took", type: "BIGINT" },
  { table: "job_passed", column: "reason", type: "TEXT NOT NULL DEFAULT 'numbers'" }
] as const

/** Must equal the condition of the index, so that the index is used. */
export const isReady =
  `state = 'running' AND queued > 0 AND ready_at = 0 AND running < most_running AND most_done > done + running`

/**
 * Partial indexes. A statement uses one only if it repeats the index's condition. PostgreSQL has no statistics about
 * a new job, assumes that it is small, and would otherwise read another index from end to end.
 */
export const indexes: ReadonlyArray<string> = [
  `CREATE INDEX IF NOT EXISTS jobs_due ON jobs (state, team)`,
  `CREATE INDEX IF NOT EXISTS jobs_of_team ON jobs (team, created_at)`,
  `CREATE INDEX IF NOT EXISTS jobs_expired ON jobs (expires_at)`,
  `CREATE INDEX IF NOT EXISTS jobs_ready ON jobs (team, priority DESC, running, created_at, id) WHERE ${isReady}`,
  `CREATE INDEX IF NOT EXISTS jobs_busy ON jobs (team, running) WHERE state = 'running' AND running > 0`,
  `CREATE INDEX IF NOT EXISTS jobs_paused ON jobs (id) WHERE most_running < 0`,
  `CREATE INDEX IF NOT EXISTS jobs_blocked ON jobs (ready_at) WHERE state = 'running' AND ready_at > 0`,
  `CREATE INDEX IF NOT EXISTS job_waits_hosts ON job_waits (host, is_busy, team, priority DESC, created_at, job)`,
  `CREATE INDEX IF NOT EXISTS job_waits_busy ON job_waits (host) WHERE is_busy = 1`,
  `DROP INDEX IF EXISTS job_pages_waiting`,
  // Covers all columns that a search for hosts reads. Workers of earlier versions search for state 0 only. SQLite
  // matches that with an OR condition, but not with IN.
  `CREATE INDEX IF NOT EXISTS job_pages_hosts ON job_pages (job, host, page_rank, seq, format, state)
   WHERE state = 0 OR state = 6`,
  `CREATE INDEX IF NOT EXISTS job_pages_running ON job_pages (host) WHERE state = 1`,
  `DROP INDEX IF EXISTS job_pages_leased`,
  `CREATE INDEX IF NOT EXISTS job_pages_leases ON job_pages (lease_until) WHERE state = 1 AND lease_until > 0`,
  `DROP INDEX IF EXISTS job_pages_token`,
  `CREATE INDEX IF NOT EXISTS job_pages_tokens ON job_pages (token) WHERE token <> ''`,
  `CREATE INDEX IF NOT EXISTS job_pages_owed ON job_pages (finished_at) WHERE owed > 0`,
  `CREATE INDEX IF NOT EXISTS job_pages_unpaid ON job_pages (job, bill, finished_at) WHERE unpaid > 0`,
  `CREATE INDEX IF NOT EXISTS job_pages_due ON job_pages (due_at) WHERE state = 2`,
  `CREATE INDEX IF NOT EXISTS job_pages_done ON job_pages (job, place) WHERE state = 3`,
  `CREATE INDEX IF NOT EXISTS job_pages_failed ON job_pages (job, place) WHERE state = 4`,
  ...monitorIndexes
]

/** Page states. The indexes above contain these numbers. */
export const waiting = 0
export const running = 1
/** Waits until `due_at`. */
export const delayed = 2
export const done = 3
export const failed = 4
export const dropped = 5
export const waitingForNewer = 6

/** Condition: the page has one of the tokens. Uses the index of tokens, because waiting pages have none. */
export const isHeldBy = (tokens: string) =>
  `job_pages.token <> '' AND job_pages.token IN (${tokens}) AND job_pages.state + 0 = ${running}`
