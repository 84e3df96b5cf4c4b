/**
 * Implements the claim as one PostgreSQL function. It makes the same choices as `claiming.ts`. It holds its lock only
 * while it runs, so no claim waits for another process's event loop.
 */
import * as Formats from "./formats.ts"
import { nextHost } from "./hostTurns.ts"
import {
  MAX_BLOCKED_MS,
  MAX_BLOCKED_PER_CLAIM,
  MAX_BUSY_HOSTS_PER_CLAIM,
  MAX_WAITS_PER_JOB,
  MAX_WOKEN_PER_CLAIM,
  MAX_WOKEN_PER_HOST
} from "./readiness.ts"
import { delayed, isReady, running, TABLES_VERSION } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

/** The name contains the version, because processes of several versions may share a database. */
export const claimFunctionOf = ({ name }: TurnQueue) => `job_claim_${TABLES_VERSION}${name}`

export const CLAIM_LOCK = 7093182

/** Reads the server's clock. `statement_timestamp()` would be the time before the wait for the lock. */
export const readClock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

const PATIENCE_WITH_CLAIMS_MS = 20_000

/** After this wait, the claim skips a job that another transaction has locked. */
const MAX_MS_OF_CLAIM_WAIT = 50

/** The next claim continues after the last of these hosts. */
const MAX_HOSTS_PER_CLAIM = 1024

const MAX_DUE_PER_CLAIM = 500

/** Sorts after every host name, because host names are lower-case ASCII. */
const BEHIND_ALL_HOSTS = "~"

const or = (parts: ReadonlyArray<string>) => parts.map((part) => `(${part})`).join(" OR ")

const wake = `
  FOR v_id IN SELECT DISTINCT due.job FROM (
      SELECT job_pages.job FROM job_pages WHERE ${or(Formats.due("v_now"))} ORDER BY due_at LIMIT ${MAX_DUE_PER_CLAIM}
    ) AS due ORDER BY due.job LOOP
    PERFORM 1 FROM jobs WHERE id = v_id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    UPDATE job_pages SET state = ${Formats.waitingAgain}, due_at = NULL
      WHERE job = v_id AND (${or(Formats.due("v_now"))});
    UPDATE jobs SET ready_at = 0 WHERE id = v_id AND ready_at > 0;
  END LOOP;
  UPDATE jobs SET ready_at = 0 WHERE id IN (
    SELECT id FROM jobs WHERE state = 'running' AND ready_at > 0 AND ready_at <= v_now
    ORDER BY ready_at LIMIT ${MAX_WOKEN_PER_CLAIM} FOR UPDATE SKIP LOCKED);
  v_host := '';
  FOR v_index IN 1..${MAX_BUSY_HOSTS_PER_CLAIM} LOOP
    SELECT host INTO v_host FROM job_waits WHERE is_busy = 1 AND host > v_host ORDER BY host LIMIT 1;
    EXIT WHEN NOT FOUND;
    SELECT p_most_per_host - COUNT(*) INTO v_room FROM job_pages WHERE state = ${running} AND host = v_host;
    CONTINUE WHEN v_room <= 0;
    DELETE FROM job_waits WHERE host = v_host AND is_busy = 1
      AND NOT EXISTS (SELECT 1 FROM jobs WHERE id = job AND state = 'running' AND ready_at > 0);
    v_ids := ARRAY(SELECT job FROM (
        SELECT job, team, ROW_NUMBER() OVER (PARTITION BY team ORDER BY priority DESC, created_at, job) AS turn
        FROM job_waits WHERE host = v_host AND is_busy = 1) AS waits
      WHERE turn <= v_room ORDER BY turn, team LIMIT ${MAX_WOKEN_PER_HOST});
    v_ids := ARRAY(SELECT id FROM jobs WHERE id = ANY (v_ids) ORDER BY id FOR UPDATE SKIP LOCKED);
    UPDATE jobs SET ready_at = 0 WHERE id = ANY (v_ids);
    DELETE FROM job_waits WHERE job = ANY (v_ids);
  END LOOP;`

/** A small step reads few jobs of a large team. A step of one job would need a query per job. */
const READY_JOBS_PER_STEP = 8

/** For more teams, one scan of all busy jobs takes a tenth of the time of one lookup per team. */
const MAX_TEAMS_LOOKED_UP = 16

const isBusy = "jobs.state = 'running' AND jobs.running > 0"

const findTeams = `
  WITH RECURSIVE walked (teams) AS (
      SELECT ARRAY(SELECT team FROM jobs WHERE ${isReady} ORDER BY team LIMIT ${READY_JOBS_PER_STEP})
      UNION ALL
      SELECT ARRAY(SELECT team FROM jobs WHERE ${isReady} AND team > walked.teams[${READY_JOBS_PER_STEP}]
        ORDER BY team LIMIT ${READY_JOBS_PER_STEP})
      FROM walked WHERE cardinality(walked.teams) = ${READY_JOBS_PER_STEP}
    )
    SELECT array_agg(DISTINCT ready.team) INTO v_ready FROM walked, unnest(walked.teams) AS ready (team);
  WITH used (team, running) AS (
      SELECT ready.team, (SELECT COALESCE(SUM(jobs.running), 0) FROM jobs WHERE ${isBusy} AND jobs.team = ready.team)
        FROM unnest(v_ready) AS ready (team) WHERE cardinality(v_ready) <= ${MAX_TEAMS_LOOKED_UP}
      UNION ALL
      SELECT ready.team, COALESCE(busy.running, 0) FROM unnest(v_ready) AS ready (team)
        LEFT JOIN (SELECT jobs.team, SUM(jobs.running) AS running FROM jobs WHERE ${isBusy} GROUP BY jobs.team) AS busy
          ON busy.team = ready.team
        WHERE cardinality(v_ready) > ${MAX_TEAMS_LOOKED_UP}
    ), limited (team, running, weight, most, is_known) AS (
      SELECT used.team, used.running::FLOAT8, COALESCE(told.weight, 1), COALESCE(told.most, 'Infinity'), told.name IS NOT NULL
        FROM used LEFT JOIN unnest(p_teams, p_weights, p_mosts) AS told (name, weight, most) ON told.name = used.team
    )
    -- Aggregates keep the order of a sorted subquery; an ORDER BY in each of them would sort all teams six times.
    SELECT array_agg(team), array_agg(running), array_agg(weight), array_agg(most), array_agg(TRUE),
      array_agg(team) FILTER (WHERE p_teams IS NOT NULL AND NOT is_known)
    INTO v_teams, v_running, v_weights, v_mosts, v_open, v_ids
    FROM (SELECT * FROM limited WHERE running < most ORDER BY running / weight, team COLLATE "C") AS kept;`

const chooseTeam = `
    v_team := NULL;
    FOR v_index IN 1..LEAST(COALESCE(array_length(v_teams, 1), 0), p_most::BIGINT + v_without) LOOP
      IF v_open[v_index] AND v_running[v_index] < v_mosts[v_index] THEN
        v_use := v_running[v_index] / v_weights[v_index];
        IF v_team IS NULL OR v_use < v_least
          OR (v_use = v_least AND v_teams[v_index] COLLATE "C" < v_teams[v_team]) THEN
          v_team := v_index;
          v_least := v_use;
        END IF;
      END IF;
    END LOOP;
    EXIT WHEN v_team IS NULL;`

const writeJob = `
      IF v_in_hand > 0 THEN
        UPDATE jobs SET queued = v_job.queued, running = v_job.running, last_host = v_job.last_host WHERE id = v_job.id;
        v_in_hand := 0;
      END IF;`

/** Condition: the current job precedes the next one in the index of ready jobs. */
const isJobInHandNext = `v_job.id IS NOT NULL AND v_job.team = v_teams[v_team] AND v_job.queued > 0
      AND v_job.running < v_job.most_running AND v_job.most_done > v_job.done + v_job.running
      AND NOT (v_job.id = ANY (v_passed)) AND (v_other.id IS NULL
        OR ROW(-v_job.priority, v_job.running, v_job.created_at, v_job.id)
          < ROW(-v_other.priority, v_other.running, v_other.created_at, v_other.id))`

const chooseJob = `
    SELECT * INTO v_other FROM jobs
      WHERE team = v_teams[v_team] AND ${isReady} AND NOT (id = ANY (v_passed)) AND id <> COALESCE(v_job.id, '')
      ORDER BY priority DESC, running, created_at, id LIMIT 1;
    IF NOT (${isJobInHandNext}) THEN
${writeJob}
      v_job := NULL;
      IF v_other.id IS NULL THEN
        v_open[v_team] := FALSE;
        v_without := v_without + 1;
        CONTINUE;
      END IF;
      BEGIN
        SELECT * INTO v_job FROM jobs WHERE id = v_other.id AND ${isReady} FOR UPDATE;
      EXCEPTION WHEN lock_not_available THEN
        v_passed := v_passed || v_other.id;
        CONTINUE;
      END;
      CONTINUE WHEN v_job.id IS NULL;
    END IF;`

const hostsBehind = `WITH RECURSIVE walked (host, turn) AS (
        SELECT ${nextHost("v_behind", "AND later.host <= v_up_to").replace("$1", "v_job.id")}, 1
        UNION ALL
        SELECT ${nextHost("walked.host", "AND later.host <= v_up_to").replace("$1", "v_job.id")}, turn + 1
        FROM walked WHERE walked.host IS NOT NULL AND turn < ${MAX_HOSTS_PER_CLAIM}
      )
      SELECT walked.host,
        (SELECT COUNT(*) FROM job_pages work WHERE work.state = ${running} AND work.host = walked.host) AS busy,
        GREATEST(
          COALESCE((SELECT next_at FROM job_hosts WHERE job_hosts.host = walked.host), 0),
          COALESCE((SELECT rests_until FROM job_rests WHERE team = v_job.team AND job_rests.host = walked.host), 0)
        ) AS opens_at
      FROM walked WHERE walked.host IS NOT NULL`

const chooseHost = `
    v_host := NULL;
    v_gap := 0;
    v_seen := 0;
    v_is_closed := TRUE;
    v_opens_at := v_now + ${MAX_BLOCKED_MS};
    v_closed := '{}';
    v_busy := '{}';
    FOR v_part IN 1..2 LOOP
      EXIT WHEN v_part = 2 AND v_job.last_host = '';
      v_behind := CASE v_part WHEN 1 THEN v_job.last_host ELSE '' END;
      v_up_to := CASE v_part WHEN 1 THEN '${BEHIND_ALL_HOSTS}' ELSE v_job.last_host END;
      -- Row by row: a loop over a query reads ten hosts ahead.
      OPEN v_walk FOR ${hostsBehind};
      LOOP
        FETCH v_walk INTO v_turn;
        EXIT WHEN NOT FOUND;
        v_seen := v_seen + 1;
        v_place := v_turn.host;
        IF v_turn.opens_at <= v_now AND v_turn.busy < p_most_per_host THEN
          v_gap := GREATEST(p_delay, v_job.delay, CASE WHEN v_job.kind = 'crawl' THEN COALESCE(
            (SELECT gap FROM job_gaps WHERE host = v_turn.host AND known_until > v_now), 0) ELSE 0 END);
          IF v_gap = 0 OR v_gaps > 0 THEN
            v_host := v_turn.host;
            EXIT;
          END IF;
          v_is_closed := FALSE;
        ELSIF v_seen <= ${MAX_WAITS_PER_JOB} THEN
          v_closed := v_closed || v_turn.host;
          v_busy := v_busy || (v_turn.opens_at <= v_now);
          IF v_turn.opens_at > v_now THEN v_opens_at := LEAST(v_opens_at, v_turn.opens_at); END IF;
        END IF;
        EXIT WHEN v_seen >= ${MAX_HOSTS_PER_CLAIM};
      END LOOP;
      CLOSE v_walk;
      EXIT WHEN v_host IS NOT NULL OR v_seen >= ${MAX_HOSTS_PER_CLAIM};
    END LOOP;`

/** If all hosts are known, the job is skipped until the first one is available, and otherwise only in this claim. */
const leaveJob = `
    IF v_host IS NULL THEN
${writeJob}
      v_passed := v_passed || v_job.id;
      IF v_is_closed AND v_seen <= ${MAX_WAITS_PER_JOB} THEN
        UPDATE jobs SET ready_at = v_opens_at WHERE id = v_job.id;
        DELETE FROM job_waits WHERE job = v_job.id;
        INSERT INTO job_waits (job, host, team, priority, created_at, is_busy)
          SELECT v_job.id, closed.host, v_job.team, v_job.priority, v_job.created_at, CASE WHEN closed.busy THEN 1 ELSE 0 END
          FROM unnest(v_closed, v_busy) AS closed (host, busy);
        v_blocked := v_blocked + 1;
      ELSIF v_seen >= ${MAX_HOSTS_PER_CLAIM} THEN
        UPDATE jobs SET last_host = v_place WHERE id = v_job.id;
      END IF;
      EXIT WHEN v_blocked >= ${MAX_BLOCKED_PER_CLAIM};
      CONTINUE;
    END IF;`

const takePage = ({ admit, leaseUntil }: TurnQueue) => `
    UPDATE job_pages SET state = ${running}, attempt = attempt + 1, token = gen_random_uuid()::text,
      worker = ${Formats.workerAs("p_worker")}, lease_until = ${leaseUntil}
      WHERE job = v_job.id AND key = (SELECT first.key FROM job_pages first WHERE first.job = v_job.id
        AND ${Formats.isWaiting("first")} AND first.host = v_host ORDER BY first.page_rank, first.seq LIMIT 1)
      RETURNING * INTO v_page;
${admit}
    v_job.queued := v_job.queued - 1;
    v_job.running := v_job.running + 1;
    v_job.last_host := v_host;
    v_in_hand := v_in_hand + 1;
    IF v_gap > 0 THEN
      INSERT INTO job_hosts (host, next_at) VALUES (v_host, v_now + v_gap)
        ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at;
      v_gaps := v_gaps - 1;
    END IF;
    v_running[v_team] := v_running[v_team] + 1;
    v_taken := v_taken + 1;
    note := 'page';
    job := v_job.id; team := v_job.team; kind := v_job.kind;
    spec := CASE WHEN v_job.id = ANY (v_told) THEN NULL ELSE v_job.spec END;
    v_told := v_told || v_job.id;
    key := v_page.key; url := v_page.url; page_rank := v_page.page_rank; payload := v_page.payload;
    attempt := v_page.attempt; token := v_page.token; gap := v_gap;
    RETURN NEXT;`

/**
 * Creates the claim function. Rows with the note `page` are claims. If lost pages exist, only the note `lost` is
 * returned, and if teams have unknown limits, the note `team`. `next` is the number of milliseconds after which a
 * later claim may find more.
 */
export const createClaimFunction = (turns: TurnQueue) =>
  `CREATE OR REPLACE FUNCTION ${claimFunctionOf(turns)} (
    p_worker TEXT, p_most INTEGER, p_gaps INTEGER, p_lease BIGINT, p_most_per_host INTEGER, p_delay BIGINT,
    p_ignores_lost BOOLEAN, p_teams TEXT[], p_weights FLOAT8[], p_mosts FLOAT8[]
  ) RETURNS TABLE (
    note TEXT, job TEXT, team TEXT, kind TEXT, spec TEXT, key TEXT, url TEXT, page_rank INTEGER, payload TEXT,
    attempt INTEGER, token TEXT, gap BIGINT
  ) LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  v_now BIGINT;
  v_teams TEXT[]; v_running FLOAT8[]; v_weights FLOAT8[]; v_mosts FLOAT8[]; v_open BOOLEAN[];
  v_ready TEXT[]; v_without INTEGER := 0; v_use FLOAT8; v_least FLOAT8;
  v_team INTEGER; v_taken INTEGER := 0; v_gaps INTEGER := p_gaps; v_blocked INTEGER := 0;
  v_id TEXT; v_ids TEXT[]; v_passed TEXT[] := '{}'; v_told TEXT[] := '{}';
  v_job jobs%ROWTYPE; v_other jobs%ROWTYPE; v_in_hand INTEGER := 0; v_page job_pages%ROWTYPE; v_turn RECORD; v_walk REFCURSOR;
  v_host TEXT; v_place TEXT; v_behind TEXT; v_up_to TEXT; v_closed TEXT[]; v_busy BOOLEAN[];
  v_room BIGINT; v_gap BIGINT; v_seen INTEGER; v_is_closed BOOLEAN; v_opens_at BIGINT; v_next BIGINT;
BEGIN
  -- A claim that is forgotten in a crash ends like one whose worker disappeared.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  -- Plans of a few rows are not worth compiling.
  PERFORM set_config('jit', 'off', TRUE);
  PERFORM set_config('lock_timeout', '${PATIENCE_WITH_CLAIMS_MS}', TRUE);
  PERFORM pg_advisory_xact_lock(${CLAIM_LOCK});
  v_now := ${readClock};
  IF NOT p_ignores_lost AND ${turns.areLost("v_now")} THEN
    note := 'lost';
    RETURN NEXT;
    RETURN;
  END IF;
  PERFORM set_config('lock_timeout', '${MAX_MS_OF_CLAIM_WAIT}', TRUE);
${wake}
${findTeams}
  IF v_ids IS NOT NULL THEN
    FOREACH v_id IN ARRAY v_ids LOOP
      note := 'team';
      team := v_id;
      RETURN NEXT;
    END LOOP;
    RETURN;
  END IF;
  WHILE v_taken < p_most LOOP
${chooseTeam}
${chooseJob}
${chooseHost}
${leaveJob}
${takePage(turns)}
  END LOOP;
${writeJob}
  IF v_taken < p_most THEN
    v_next := CASE WHEN v_blocked >= ${MAX_BLOCKED_PER_CLAIM} THEN v_now ELSE LEAST(
      (SELECT MIN(ready_at) FROM jobs WHERE state = 'running' AND ready_at > 0),
      (SELECT MIN(due_at) FROM job_pages WHERE state = ${delayed} AND due_at > 0)) END;
    IF v_next IS NOT NULL THEN
      note := 'next';
      gap := GREATEST(0, v_next - v_now);
      RETURN NEXT;
    END IF;
  END IF;
END $function$`
