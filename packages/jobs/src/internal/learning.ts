/** Stores data that jobs learn while they run. */
import * as Effect from "effect/Effect"
import type { Trait } from "../PageWorth.ts"
import { traitHolds } from "./pageMarks.ts"
import type { JobStore } from "./service.ts"
import { type Call, listOf, type Sql } from "./sql.ts"
import { visit } from "./visitFunction.ts"

const MORE_THAN_ALL = 2 ** 31 - 1

const neededFor = ({ holds }: Trait): number => typeof holds === "boolean" ? (holds ? 0 : MORE_THAN_ALL) : holds.own

const visitBy =
  (call: Call): JobStore["Service"]["visit"] => ({ form, job, marks, needed, notes, page, traits = [] }) =>
    Effect.map(
      call(visit, [
        job,
        page,
        notes,
        marks,
        [form, ...traits.map((trait) => trait.form)],
        [needed, ...traits.map(neededFor)]
      ]),
      ([row]) => Number(row!.own)
    )

const visitIn = (sql: Sql): JobStore["Service"]["visit"] => ({ form, job, marks, needed, notes, page, traits = [] }) =>
  sql.transact(
    Effect.fnUntraced(function*(transaction) {
      const note = (mark: string) =>
        transaction.run(
          `INSERT INTO job_marks (job, mark, page) VALUES ($1, $2, $3) ON CONFLICT (job, mark) DO NOTHING`,
          [job, mark, page]
        )
      const isOwn = Effect.fnUntraced(function*(mark: string) {
        if ((yield* note(mark)) > 0) return true
        const [first] = yield* transaction.all(`SELECT page FROM job_marks WHERE job = $1 AND mark = $2`, [job, mark])
        return first?.page === page
      })
      yield* Effect.forEach(notes, note, { discard: true })
      let own = 0
      while (own < marks.length && (yield* isOwn(marks[own]!))) own++
      const count = (form: string, useful: boolean) =>
        transaction.send(
          `INSERT INTO job_tallies (job, name, tried, useful) VALUES ($1, $2, 1, $3)
           ON CONFLICT (job, name) DO UPDATE SET tried = job_tallies.tried + 1,
             useful = job_tallies.useful + excluded.useful`,
          [job, form, useful ? 1 : 0]
        )
      yield* count(form, own >= needed)
      for (const trait of traits) yield* count(trait.form, traitHolds(trait, own))
      return own
    }),
    { forgettable: true }
  )

const talliesOf = (forms: ReadonlyArray<string>) => {
  const [names] = listOf(forms, 1)
  return {
    text: `SELECT name, tried, useful FROM job_tallies WHERE job = $1 AND name IN (${names!.text})`,
    values: names!.values
  }
}

export const learner = (sql: Sql): Pick<JobStore["Service"], "firstWith" | "visit" | "visits"> => ({
  visit: sql.call === undefined ? visitIn(sql) : visitBy(sql.call),

  firstWith: ({ job, mark }) =>
    sql.transact((transaction) =>
      Effect.map(
        transaction.all(
          `SELECT job_pages.url AS url FROM job_marks
           JOIN job_pages ON job_pages.job = job_marks.job AND job_pages.key = job_marks.page
           WHERE job_marks.job = $1 AND job_marks.mark = $2`,
          [job, mark]
        ),
        ([row]) => row === undefined ? undefined : String(row.url)
      ), { reading: true }),

  visits: ({ forms, job }) => {
    const { text, values } = talliesOf(forms)
    const found = sql.call === undefined
      ? sql.transact((transaction) => transaction.all(text, [job, ...values]), { forgettable: true, reading: true })
      : sql.call(text, [job, ...values])
    return Effect.map(found, (rows) => {
      const known = new Map(rows.map((row) => [row.name, row]))
      return forms.map((form) => {
        const row = known.get(form)
        return { tried: Number(row?.tried ?? 0), useful: Number(row?.useful ?? 0) }
      })
    })
  }
})
