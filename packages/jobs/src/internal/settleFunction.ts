/**
 * Settles pages in one PostgreSQL function, so that no process holds a job's lock while its event loop does other
 * work. `settling.ts` handles the end of a job and other rare cases.
 */
import { readClock } from "./claimFunction.ts"
import { done, dropped, failed, running, TABLES_VERSION } from "./tables.ts"

const MAX_MS_OF_SETTLEMENT_WAIT = 20_000

/** The start time of the database, for `Transaction.sinceStart`. It differs after a standby has become the primary. */
export const STARTED_AT = "CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) AS TEXT)"

export const settleFunction = `job_settle_${TABLES_VERSION}`

/**
 * Finds pages by token. The condition on the job prevents the use of the job's index, because the database may
 * underestimate a job's size and read all of it.
 */
const findLive = `
  SELECT array_agg(given.at), COUNT(*),
      COUNT(*) FILTER (WHERE given.state = ${done}), COUNT(*) FILTER (WHERE given.state = ${failed}),
      COUNT(*) FILTER (WHERE given.state NOT IN (${done}, ${failed})), COALESCE(SUM(given.credits), 0)
    INTO v_live, v_ended, v_done, v_failed, v_dropped, v_credits
    FROM unnest(p_tokens, p_states, p_credits) WITH ORDINALITY AS given (token, state, credits, at)
    JOIN job_pages ON job_pages.token = given.token
    WHERE job_pages.token <> '' AND job_pages.token = ANY (p_tokens) AND job_pages.state + 0 = ${running}
      AND job_pages.job || '' = p_job;
  IF v_live IS NULL THEN RETURN; END IF;`

/**
 * Rejects a call whose cached keys belong to an earlier job of this id, or are from before the database's last start.
 */
const compareMemory = `
  told := v_job.created_at || ' ' || ${STARTED_AT};
  IF p_memory <> told THEN
    note := 'forget';
    RETURN NEXT;
    RETURN;
  END IF;`

const findAdded = `
  SELECT array_agg(found.at ORDER BY found.at) INTO v_added FROM (
      SELECT MIN(given.at) AS at, given.key FROM unnest(p_found_by, p_found_keys) WITH ORDINALITY AS given (finder, key, at)
      WHERE given.finder = ANY (v_live) GROUP BY given.key
    ) AS found
    WHERE NOT EXISTS (SELECT 1 FROM job_pages WHERE job_pages.job = p_job AND job_pages.key = found.key);
  v_new := COALESCE(array_length(v_added, 1), 0);
  v_queued := v_job.queued + v_new;`

/** Leaves rare cases to a transaction of `settling.ts`. The function has not changed anything at this point. */
const leaveRareCases = `
  IF v_job.known + v_new > v_job.most_pages
    OR (v_job.done + v_done >= v_job.most_done AND v_queued > 0)
    OR (v_queued = 0 AND v_job.running = v_ended)
    OR (v_job.kind = 'webhook' AND v_queued + v_job.running - v_ended <= 1) THEN
    note := 'later';
    RETURN NEXT;
    RETURN;
  END IF;`

const endPages = `
  FOR v_row IN UPDATE job_pages SET state = given.state, token = NULL, finished_at = v_now,
      payload = CASE WHEN given.state = ${failed} AND v_job.ephemeral = 0 THEN job_pages.payload END,
      place = CASE given.state WHEN ${done} THEN v_job.done + given.turn WHEN ${failed} THEN v_job.failed + given.turn END,
      result = given.result, error = given.error, unpaid = given.owed, bill = given.owed_to,
      took = given.took
    FROM (
      SELECT all_given.*, ROW_NUMBER() OVER (PARTITION BY all_given.state ORDER BY all_given.at) AS turn
      FROM unnest(p_tokens, p_states, p_results, p_errors, p_owed, p_owed_to, p_took) WITH ORDINALITY
        AS all_given (token, state, result, error, owed, owed_to, took, at)
      WHERE all_given.at = ANY (v_live)
    ) AS given
    WHERE job_pages.token <> '' AND job_pages.token = given.token AND job_pages.token = ANY (p_tokens)
    RETURNING given.at AS at LOOP
    note := 'ended';
    place := v_row.at;
    RETURN NEXT;
  END LOOP;`

const addPages = `
  IF v_new > 0 THEN
    INSERT INTO job_pages (job, key, seq, url, host, page_rank, payload, state, format, attempt)
      SELECT p_job, given.key, v_job.known + ROW_NUMBER() OVER (ORDER BY given.at) - 1, given.url, given.host, given.page_rank,
        given.payload, given.state, given.format, 0
      FROM unnest(p_found_keys, p_found_urls, p_found_hosts, p_found_ranks, p_found_payloads, p_found_states, p_found_formats)
        WITH ORDINALITY AS given (key, url, host, page_rank, payload, state, format, at)
      WHERE given.at = ANY (v_added);
    note := 'added';
    FOR v_row IN SELECT given.finder FROM unnest(p_found_by) WITH ORDINALITY AS given (finder, at)
      WHERE given.at = ANY (v_added) LOOP
      place := v_row.finder;
      RETURN NEXT;
    END LOOP;
  END IF;`

const omit = `
  IF v_new > 0 THEN
    WITH gone AS (
      DELETE FROM job_passed WHERE job = p_job AND key IN (
        SELECT given.key FROM unnest(p_found_keys) WITH ORDINALITY AS given (key, at) WHERE given.at = ANY (v_added))
      RETURNING reason),
    found AS (SELECT gone.reason, COUNT(*) AS pages FROM gone GROUP BY gone.reason)
    UPDATE job_omissions SET followed = job_omissions.followed + found.pages FROM found
      WHERE job_omissions.job = p_job AND job_omissions.reason = found.reason;
  END IF;
  IF array_length(p_omitted_by, 1) > 0 THEN
    DELETE FROM job_pages WHERE job = p_job AND state = ${dropped} AND key IN (
      SELECT given.key FROM unnest(p_omitted_by, p_omitted_keys, p_omitted_reasons, p_omitted_own)
        AS given (finder, key, reason, is_own)
      WHERE given.finder = ANY (v_live) AND given.is_own AND given.reason = 'numbers');
    SELECT GREATEST(0, v_job.most_pages - COALESCE(SUM(noted), 0)) INTO v_room FROM job_omissions WHERE job = p_job;
    WITH given AS (
      SELECT DISTINCT ON (given.key) given.key, given.url, given.reason, given.is_own
      FROM unnest(p_omitted_by, p_omitted_keys, p_omitted_urls, p_omitted_reasons, p_omitted_own) WITH ORDINALITY
        AS given (finder, key, url, reason, is_own, at)
      WHERE given.finder = ANY (v_live) ORDER BY given.key, given.is_own DESC, given.at),
    links AS (
      SELECT given.key, given.url, given.reason FROM given WHERE NOT given.is_own
        AND NOT EXISTS (SELECT 1 FROM job_pages WHERE job_pages.job = p_job AND job_pages.key = given.key)
        AND NOT EXISTS (SELECT 1 FROM job_passed WHERE job_passed.job = p_job AND job_passed.key = given.key)
      ORDER BY given.key LIMIT v_room),
    fresh AS (
      INSERT INTO job_passed (job, key, url, reason)
        SELECT p_job, links.key, links.url, links.reason FROM links
        UNION ALL SELECT p_job, given.key, given.url, given.reason FROM given WHERE given.is_own
      ON CONFLICT (job, key) DO NOTHING RETURNING reason, url)
    INSERT INTO job_omissions (job, reason, noted, followed, is_cut, example)
      SELECT p_job, fresh.reason, COUNT(*), 0, CASE WHEN (SELECT COUNT(*) FROM links) >= v_room THEN 1 ELSE 0 END,
        MIN(fresh.url) FROM fresh GROUP BY fresh.reason
      ON CONFLICT (job, reason) DO UPDATE SET noted = job_omissions.noted + excluded.noted,
        is_cut = GREATEST(job_omissions.is_cut, excluded.is_cut);
  END IF;`

const countPages = `
  UPDATE jobs SET known = known + v_new, total = total + v_new - v_dropped, queued = v_queued, running = running - v_ended,
      done = done + v_done, failed = failed + v_failed, credits = credits + v_credits, ready_at = 0,
      warning = CASE WHEN v_done > 0 THEN NULL ELSE warning END, expires_at = v_now + retention
    WHERE id = p_job;`

const addEvents = `
  FOR v_event IN SELECT DISTINCT given.job FROM unnest(p_event_by, p_event_jobs) AS given (finder, job)
    WHERE given.finder = ANY (v_live) ORDER BY given.job LOOP
    SELECT * INTO v_other FROM jobs WHERE id = v_event FOR UPDATE;
    CONTINUE WHEN NOT FOUND OR v_other.state = 'cancelled';
    INSERT INTO job_pages (job, key, seq, url, host, page_rank, payload, state, format, attempt)
      SELECT v_event, given.key, v_other.known + ROW_NUMBER() OVER (ORDER BY given.at) - 1, given.url, given.host,
        given.page_rank, given.payload, given.state, given.format, 0
      FROM unnest(p_event_by, p_event_jobs, p_event_keys, p_event_urls, p_event_hosts, p_event_ranks, p_event_payloads,
        p_event_states, p_event_formats) WITH ORDINALITY
        AS given (finder, job, key, url, host, page_rank, payload, state, format, at)
      WHERE given.finder = ANY (v_live) AND given.job = v_event
      ON CONFLICT (job, key) DO NOTHING;
    GET DIAGNOSTICS v_room = ROW_COUNT;
    CONTINUE WHEN v_room = 0;
    UPDATE jobs SET known = known + v_room, total = total + v_room, queued = queued + v_room, ready_at = 0,
      state = 'running', ended_at = NULL WHERE id = v_event;
  END LOOP;`

const pagesAs = (name: string) =>
  `${name}_keys TEXT[], ${name}_urls TEXT[], ${name}_hosts TEXT[], ${name}_ranks INTEGER[], ${name}_payloads TEXT[],
    ${name}_states SMALLINT[], ${name}_formats SMALLINT[]`

/**
 * Creates the function that settles pages. `place` is the position of a page in the call, from 1. A row `ended` is a
 * settled page, and a row `added` is a new page. A single row `later` or `forget` means that nothing was changed.
 */
export const createSettleFunction = `CREATE OR REPLACE FUNCTION ${settleFunction} (
    p_job TEXT, p_tokens TEXT[], p_states SMALLINT[], p_results TEXT[], p_errors TEXT[], p_credits BIGINT[],
    p_owed BIGINT[], p_owed_to TEXT[], p_found_by INTEGER[], ${pagesAs("p_found")},
    p_omitted_by INTEGER[], p_omitted_keys TEXT[], p_omitted_urls TEXT[], p_omitted_reasons TEXT[], p_omitted_own BOOLEAN[],
    p_event_by INTEGER[], p_event_jobs TEXT[], ${pagesAs("p_event")}, p_memory TEXT, p_took BIGINT[]
  ) RETURNS TABLE (note TEXT, place BIGINT, told TEXT) LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  v_now BIGINT; v_job jobs%ROWTYPE; v_other jobs%ROWTYPE; v_row RECORD; v_event TEXT;
  v_live BIGINT[]; v_added BIGINT[]; v_new BIGINT; v_queued BIGINT;
  v_ended BIGINT; v_done BIGINT; v_failed BIGINT; v_dropped BIGINT; v_credits BIGINT;
  v_room BIGINT;
BEGIN
  PERFORM set_config('jit', 'off', TRUE);
  PERFORM set_config('lock_timeout', '${MAX_MS_OF_SETTLEMENT_WAIT}', TRUE);
  SELECT * INTO v_job FROM jobs WHERE id = p_job AND state = 'running' FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  v_now := ${readClock};
${findLive}
${compareMemory}
${findAdded}
${leaveRareCases}
  note := 'memory';
  RETURN NEXT;
${endPages}
${addPages}
${omit}
${countPages}
${addEvents}
END $function$`
