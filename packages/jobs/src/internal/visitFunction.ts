/** Records the visit of a page with one PostgreSQL function. The transaction in `learning.ts` does the same. */
import { TABLES_VERSION } from "./tables.ts"

const name = `job_visit_${TABLES_VERSION}`

export const visit = `SELECT ${name}($1, $2, $3, $4, $5, $6) AS own`

/**
 * Creates the function that records a visit. It returns the number of the page's new fingerprints. From the required
 * number on, the visit counts as useful for the pattern.
 */
export const createVisitFunction = `CREATE OR REPLACE FUNCTION ${name} (
    p_job TEXT, p_page TEXT, p_notes TEXT[], p_marks TEXT[], p_forms TEXT[], p_needed INTEGER[]
  ) RETURNS INTEGER LANGUAGE plpgsql AS $function$
DECLARE
  v_own INTEGER := 0; v_mark TEXT;
BEGIN
  -- The transaction may be lost in a crash, as the page that it belongs to.
  PERFORM set_config('synchronous_commit', 'off', TRUE);
  INSERT INTO job_marks (job, mark, page) SELECT p_job, note, p_page FROM unnest(p_notes) AS noted (note)
    ON CONFLICT (job, mark) DO NOTHING;
  FOREACH v_mark IN ARRAY p_marks LOOP
    INSERT INTO job_marks (job, mark, page) VALUES (p_job, v_mark, p_page) ON CONFLICT (job, mark) DO NOTHING;
    EXIT WHEN NOT FOUND AND NOT EXISTS (
      SELECT 1 FROM job_marks WHERE job_marks.job = p_job AND job_marks.mark = v_mark AND job_marks.page = p_page);
    v_own := v_own + 1;
  END LOOP;
  FOR v_at IN 1..COALESCE(array_length(p_forms, 1), 0) LOOP
    INSERT INTO job_tallies (job, name, tried, useful)
      VALUES (p_job, p_forms[v_at], 1, CASE WHEN v_own >= p_needed[v_at] THEN 1 ELSE 0 END)
      ON CONFLICT (job, name) DO UPDATE SET tried = job_tallies.tried + 1, useful = job_tallies.useful + excluded.useful;
  END LOOP;
  RETURN v_own;
END $function$`
