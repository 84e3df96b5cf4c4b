/**
 * Stores the keys of encrypted jobs in PostgreSQL. Their table is unlogged, so no write-ahead log, replica or base
 * backup contains them. Deleted rows stay in the table's file until the file is rewritten.
 */
import * as Effect from "effect/Effect"
import type { JobError } from "../../JobError.ts"
import { isVisible } from "../rows.ts"
import { listOf, type Row, type Sql, valuesOf } from "../sql.ts"
import { TABLES_VERSION } from "../tables.ts"
import { drawSecret, type Secrets } from "./cipher.ts"

const DAY_MS = 86_400_000

/** A key without a job row is retained this long, because its job may be about to be submitted. */
const UNTIL_SUBMITTED_MS = 120_000

const LOCK_TIMEOUT_MS = 5000

const destroyFunction = `job_destroy_keys_${TABLES_VERSION}`

/** Condition: the key's job exists, or may be about to be submitted. */
const isNeeded = `(made_at > p_now - ${UNTIL_SUBMITTED_MS} OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job_keys.job))`

/** Disables column statistics, because PostgreSQL would log samples of the columns. */
export const createKeys: ReadonlyArray<string> = [
  `CREATE UNLOGGED TABLE IF NOT EXISTS job_keys (
     job TEXT PRIMARY KEY, secret TEXT NOT NULL, hosts TEXT NOT NULL, day BIGINT NOT NULL, made_at BIGINT NOT NULL)`,
  "ALTER TABLE job_keys ALTER COLUMN secret SET STATISTICS 0, ALTER COLUMN hosts SET STATISTICS 0",
  `CREATE OR REPLACE FUNCTION ${destroyFunction} (p_now BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $function$
DECLARE
  v_dead BIGINT; v_jobs TEXT[]; v_secrets TEXT[]; v_hosts TEXT[]; v_days BIGINT[]; v_made BIGINT[];
BEGIN
  SELECT COUNT(*) INTO v_dead FROM job_keys WHERE NOT ${isNeeded};
  IF v_dead = 0 THEN RETURN 0; END IF;
  PERFORM set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', TRUE);
  LOCK TABLE job_keys IN ACCESS EXCLUSIVE MODE;
  SELECT array_agg(job), array_agg(secret), array_agg(hosts), array_agg(day), array_agg(made_at)
    INTO v_jobs, v_secrets, v_hosts, v_days, v_made FROM job_keys WHERE ${isNeeded};
  TRUNCATE job_keys;
  INSERT INTO job_keys SELECT * FROM unnest(v_jobs, v_secrets, v_hosts, v_days, v_made);
  RETURN v_dead;
END $function$`
]

export interface Keys {
  readonly create: (job: string) => Effect.Effect<Secrets, JobError>
  readonly find: (jobs: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Secrets>, JobError>
  readonly destroy: Effect.Effect<void, JobError>
  readonly restore: (
    known: ReadonlyMap<string, Secrets>
  ) => Effect.Effect<ReadonlyMap<string, Secrets>, JobError>
}

const secretsIn = (rows: ReadonlyArray<Row>): ReadonlyMap<string, Secrets> =>
  new Map(rows.map(({ hosts, job, secret }) => [String(job), { job: String(secret), hosts: String(hosts) }]))

export const make = (sql: Sql): Keys => ({
  create: Effect.fnUntraced(function*(job) {
    const [, , found] = yield* sql.shot([
      // A job's id can be used again after the job has expired. The old key is renamed, and then destroyed.
      [
        `UPDATE job_keys SET job = job || ' expired ' || made_at WHERE job = $1 AND made_at <= $now - ${UNTIL_SUBMITTED_MS}
           AND EXISTS (SELECT 1 FROM jobs WHERE id = $1 AND NOT (${isVisible}))`,
        [job]
      ],
      [
        `INSERT INTO job_keys (job, secret, hosts, day, made_at)
         SELECT $1, $2, COALESCE((SELECT hosts FROM job_keys WHERE day = $now / ${DAY_MS} LIMIT 1), $3),
           $now / ${DAY_MS}, $now
         ON CONFLICT (job) DO NOTHING`,
        [job, drawSecret(), drawSecret()]
      ],
      ["SELECT job, secret, hosts FROM job_keys WHERE job = $1", [job]]
    ])
    return secretsIn(found).get(job)!
  }),

  find: Effect.fnUntraced(function*(jobs) {
    const found = new Map<string, Secrets>()
    for (const { text, values } of listOf(jobs, 0)) {
      const [rows] = yield* sql.shot([[`SELECT job, secret, hosts FROM job_keys WHERE job IN (${text})`, values]], {
        reading: true
      })
      for (const [job, secrets] of secretsIn(rows)) found.set(job, secrets)
    }
    return found
  }),

  destroy: Effect.asVoid(sql.shot([[`SELECT ${destroyFunction}($now)`]])),

  restore: Effect.fnUntraced(function*(known) {
    const cached = new Map<string, Secrets>()
    const rows = Array.from(known, ([job, secrets]) => [job, secrets.job, secrets.hosts])
    for (const { text, values } of valuesOf(rows, 0)) {
      const given = `WITH given (job, secret, hosts) AS (VALUES ${text})`
      const [, living] = yield* sql.shot([
        [
          `${given} INSERT INTO job_keys (job, secret, hosts, day, made_at)
             SELECT DISTINCT given.job, given.secret, given.hosts, jobs.created_at / ${DAY_MS}, jobs.created_at
             FROM given JOIN jobs ON jobs.id = given.job ON CONFLICT (job) DO NOTHING`,
          values
        ],
        [`${given} SELECT DISTINCT jobs.id FROM given JOIN jobs ON jobs.id = given.job`, values]
      ])
      for (const { id } of living) cached.set(String(id), known.get(String(id))!)
    }
    return cached
  })
})
