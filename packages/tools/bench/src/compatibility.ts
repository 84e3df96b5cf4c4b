/** Stores the results of client calls for `.config/compatibility.mjs`, which writes a page from them. */
import { readFileSync, writeFileSync } from "node:fs"

const file = new URL("../compatibility.json", import.meta.url)

export interface Row {
  readonly api: string
  readonly client: string
  readonly version: string
  readonly method: string
  readonly date: string
  readonly outcome: "works" | "accepted" | "differs"
  readonly note?: string
}

interface Found {
  readonly client: string
  readonly version: string
  readonly method: string
  readonly works: boolean
  readonly why: string
  readonly reason?: string | undefined
}

const outcomeOf = ({ reason, works }: Found): Row["outcome"] =>
  works ? "works" : reason === undefined ? "differs" : "accepted"

const noteOf = ({ reason, why, works }: Found): { readonly note?: string } => works ? {} : { note: reason ?? why }

export const write = (api: string, found: ReadonlyArray<Found>): void => {
  const date = new Date().toISOString().slice(0, 10)
  const called = new Set(found.map(({ client }) => `${api} ${client}`))
  const before: ReadonlyArray<Row> = JSON.parse(readFileSync(file, "utf8"))
  const rows = [
    ...before.filter((row) => !called.has(`${row.api} ${row.client}`)),
    ...found.map((one): Row => ({
      api,
      client: one.client,
      version: one.version,
      method: one.method,
      date,
      outcome: outcomeOf(one),
      ...noteOf(one)
    }))
  ].toSorted((one, other) => one.api.localeCompare(other.api) || one.client.localeCompare(other.client))
  writeFileSync(file, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`)
}
