/** Defines the tables of monitors. Checks are jobs, and these tables store data that outlives them. */

export const monitorTablesIn = (collation: string): ReadonlyArray<string> => [
  `CREATE TABLE IF NOT EXISTS monitors (
    id TEXT PRIMARY KEY,
    team TEXT NOT NULL,
    state TEXT NOT NULL,
    given TEXT NOT NULL,
    spec TEXT NOT NULL,
    caller TEXT NOT NULL,
    token TEXT NOT NULL,
    next_at BIGINT,
    last_at BIGINT,
    check_id TEXT,
    summary TEXT,
    warning TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS monitor_checks (
    id TEXT PRIMARY KEY,
    monitor TEXT NOT NULL,
    team TEXT NOT NULL,
    cause TEXT NOT NULL,
    state TEXT NOT NULL,
    scheduled_for BIGINT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    expires_at BIGINT NOT NULL,
    summary TEXT,
    credits BIGINT,
    error TEXT
  )`,
  // A page is observed once per check.
  `CREATE TABLE IF NOT EXISTS monitor_results (
    check_id TEXT NOT NULL,
    page TEXT COLLATE ${collation} NOT NULL,
    monitor TEXT NOT NULL,
    status TEXT NOT NULL,
    is_change SMALLINT NOT NULL,
    body TEXT NOT NULL,
    observed_at BIGINT NOT NULL,
    PRIMARY KEY (check_id, page)
  )`,
  // The version with which the next check compares a page. `version` increases with each change, so that an outdated
  // observation is rejected.
  `CREATE TABLE IF NOT EXISTS monitor_pages (
    monitor TEXT NOT NULL,
    page TEXT COLLATE ${collation} NOT NULL,
    target TEXT NOT NULL,
    url TEXT NOT NULL,
    first_check TEXT NOT NULL,
    version BIGINT NOT NULL,
    is_present SMALLINT NOT NULL,
    content TEXT,
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (monitor, page)
  )`
]

export const monitorIndexes: ReadonlyArray<string> = [
  `CREATE INDEX IF NOT EXISTS monitors_of_team ON monitors (team, created_at)`,
  `CREATE INDEX IF NOT EXISTS monitors_due ON monitors (next_at) WHERE state = 'active' AND next_at > 0`,
  `CREATE INDEX IF NOT EXISTS monitor_checks_of ON monitor_checks (monitor, created_at)`,
  `CREATE INDEX IF NOT EXISTS monitor_checks_open ON monitor_checks (created_at) WHERE state = 'running'`,
  `CREATE INDEX IF NOT EXISTS monitor_checks_expired ON monitor_checks (expires_at)`,
  `CREATE INDEX IF NOT EXISTS monitor_results_changes ON monitor_results (monitor, observed_at) WHERE is_change = 1`,
  `CREATE INDEX IF NOT EXISTS monitor_pages_of ON monitor_pages (monitor, target, seen_at)`
]
