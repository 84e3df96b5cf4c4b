/** Converts an operator's selection of jobs to a condition on `jobs`. */
import type { Selection } from "../JobOperations.ts"
import type { Value } from "./sql.ts"

export class Conditions {
  readonly values: Array<Value> = []
  readonly #texts: Array<string> = []

  value(value: Value): string {
    return `$${this.values.push(value)}`
  }

  add<A extends Value>(value: A | undefined, condition: (placeholder: string) => string): this {
    if (value !== undefined) this.#texts.push(condition(this.value(value)))
    return this
  }

  get text(): string {
    return ["1 = 1", ...this.#texts].join(" AND ")
  }
}

export const conditionsOf = ({ endedFor, job, kind, state, team }: Selection): Conditions =>
  new Conditions()
    .add(team, (value) => `jobs.team = ${value}`)
    .add(job, (value) => `jobs.id = ${value}`)
    .add(kind, (value) => `jobs.kind = ${value}`)
    .add(state, (value) => `jobs.state = ${value}`)
    .add(endedFor, (value) => `jobs.state <> 'running' AND jobs.ended_at <= $now - CAST(${value} AS BIGINT)`)
