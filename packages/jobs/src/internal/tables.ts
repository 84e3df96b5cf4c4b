/** Raised with every change of the tables. */
export const tablesVersion = 2

/**
 * The tables, in the dialect that SQLite and PostgreSQL share. `BIGINT` and `SMALLINT` are integers to SQLite. The
 * collation compares bytes: hosts take turns in that order.
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
  `CREATE INDEX IF NOT EXISTS jobs_due ON jobs (state, team)`,
  `CREATE INDEX IF NOT EXISTS jobs_of_team ON jobs (team, created_at)`,
  `CREATE INDEX IF NOT EXISTS jobs_expired ON jobs (expires_at)`,
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
  `CREATE INDEX IF NOT EXISTS job_pages_waiting ON job_pages (job, host, page_rank, seq) WHERE state = 0`,
  `CREATE INDEX IF NOT EXISTS job_pages_running ON job_pages (host) WHERE state = 1`,
  `CREATE INDEX IF NOT EXISTS job_pages_leased ON job_pages (lease_until) WHERE state = 1`,
  `CREATE INDEX IF NOT EXISTS job_pages_token ON job_pages (token) WHERE state = 1`,
  `CREATE INDEX IF NOT EXISTS job_pages_due ON job_pages (due_at) WHERE state = 2`,
  `CREATE INDEX IF NOT EXISTS job_pages_done ON job_pages (job, place) WHERE state = 3`,
  `CREATE INDEX IF NOT EXISTS job_pages_failed ON job_pages (job, place) WHERE state = 4`,
  // When a host may be asked again.
  `CREATE TABLE IF NOT EXISTS job_hosts (host TEXT COLLATE ${collation} PRIMARY KEY, next_at BIGINT NOT NULL)`,
  // What the robots.txt of a host asks for, and how long that is believed.
  `CREATE TABLE IF NOT EXISTS job_gaps (
    host TEXT COLLATE ${collation} PRIMARY KEY, gap BIGINT NOT NULL, known_until BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS job_marks (
    job TEXT NOT NULL, mark TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (job, mark)
  )`,
  `CREATE TABLE IF NOT EXISTS job_tallies (
    job TEXT NOT NULL, name TEXT NOT NULL, tried BIGINT NOT NULL, useful BIGINT NOT NULL, PRIMARY KEY (job, name)
  )`
]

/** States of a page. The number is what the indexes above speak of. */
export const waiting = 0
export const running = 1
/** Waits until `due_at`. */
export const delayed = 2
export const done = 3
export const failed = 4
/** Was not worked on, or came to nothing. */
export const dropped = 5
