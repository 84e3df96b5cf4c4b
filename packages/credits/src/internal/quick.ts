/**
 * Reserves and settles in one PostgreSQL statement, for several commands of one account. In the usual cases, the
 * database function decides like `transition.ts`. In all others, it changes nothing and `transition.ts` decides.
 */
import type { Answers, Command } from "./transition.ts"

export const name = "credit_quick_1"

const PATIENCE_MS = 5000

const isUsual = `
  v_is_usual := NOT EXISTS (SELECT 1 FROM credit_pending WHERE account = p_account AND expires_at <= v_now)
    AND NOT EXISTS (
      SELECT 1 FROM unnest(p_kinds, p_keys) AS given (kind, key)
      WHERE CASE given.kind WHEN 'reserve'
        THEN EXISTS (SELECT 1 FROM credit_ledger WHERE account = p_account AND id = given.key)
        ELSE NOT EXISTS (SELECT 1 FROM credit_pending WHERE account = p_account AND id = given.key) END);`

const sum = `
  SELECT SUM(CASE given.kind WHEN 'reserve' THEN given.amount ELSE 0 END),
      SUM(CASE given.kind WHEN 'settle' THEN given.amount ELSE 0 END), COALESCE(SUM(credit_pending.amount), 0),
      SUM(CASE given.kind WHEN 'reserve' THEN given.amount WHEN 'settle' THEN GREATEST(0, given.amount - credit_pending.amount)
        ELSE 0 END)
    INTO v_reserved, v_spent, v_released, v_needed
    FROM unnest(p_kinds, p_keys, p_amounts) AS given (kind, key, amount)
    LEFT JOIN credit_pending ON given.kind <> 'reserve' AND account = p_account AND id = given.key;`

/** The function returns the time of the entries, or no row if `transition.ts` must decide. */
export const createQuick = `CREATE OR REPLACE FUNCTION ${name} (
    p_account TEXT, p_kinds TEXT[], p_keys TEXT[], p_amounts BIGINT[], p_lasting BIGINT[]
  ) RETURNS BIGINT LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE
  v_now BIGINT; v_is_usual BOOLEAN; v_reserved BIGINT; v_spent BIGINT; v_released BIGINT; v_needed BIGINT;
BEGIN
  PERFORM set_config('lock_timeout', '${PATIENCE_MS}', TRUE);
  PERFORM pg_advisory_xact_lock(7093172, hashtext(p_account));
  v_now := CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT);
${isUsual}
  IF NOT v_is_usual THEN RETURN NULL; END IF;
${sum}
  UPDATE credit_accounts SET reserved = reserved + v_reserved - v_released, spent = spent + v_spent
    WHERE account = p_account AND (unlimited OR granted - spent - reserved >= v_needed);
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO credit_ledger (account, id, kind, pending, amount, at, expires_at)
    SELECT p_account, CASE kind WHEN 'reserve' THEN key ELSE key || '/end' END, kind,
      CASE kind WHEN 'reserve' THEN NULL ELSE key END, CASE kind WHEN 'void' THEN 0 ELSE amount END, v_now,
      CASE kind WHEN 'reserve' THEN v_now + lasting END
    FROM unnest(p_kinds, p_keys, p_amounts, p_lasting) WITH ORDINALITY AS given (kind, key, amount, lasting, turn) ORDER BY turn;
  DELETE FROM credit_pending WHERE account = p_account AND id = ANY (p_keys);
  INSERT INTO credit_pending (account, id, amount, expires_at)
    SELECT p_account, key, amount, v_now + lasting
    FROM unnest(p_kinds, p_keys, p_amounts, p_lasting) AS given (kind, key, amount, lasting) WHERE kind = 'reserve';
  RETURN v_now;
END $function$`

export const quick = `SELECT ${name}($1, $2, $3, $4, $5) AS now`

/** Returns `undefined` if `transition.ts` must decide. */
export const valuesOf = (account: string, commands: ReadonlyArray<Command>): ReadonlyArray<unknown> | undefined => {
  const kinds: Array<string> = []
  const keys = new Set<string>()
  const amounts: Array<number> = []
  const lasting: Array<number | null> = []
  for (const command of commands) {
    const isEnd = command._tag === "settle" || command._tag === "void"
    if (!isEnd && command._tag !== "reserve") return undefined
    const amount = command._tag === "void" ? 0 : command.amount
    if (!Number.isSafeInteger(amount) || amount < 0 || keys.has(command.key)) return undefined
    keys.add(command.key)
    kinds.push(command._tag)
    amounts.push(amount)
    lasting.push(command._tag === "reserve" ? command.expiresAt - command.now : null)
  }
  return [account, kinds, Array.from(keys), amounts, lasting]
}

export const answerOf = (command: Command, now: number): Answers[Command["_tag"]] => {
  if (command._tag === "settle") return { charged: command.amount, shortfall: 0 }
  if (command._tag !== "reserve") return undefined
  const { account, amount, expiresAt, key } = command
  return { account, key, amount, expiresAt: expiresAt - command.now + now, state: "pending", paid: 0 }
}
