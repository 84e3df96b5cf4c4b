/**
 * Lists the personal and company numbers that states issue. Each row has the names of a number, its shape, and its
 * check digits.
 *
 * @since 0.2.0
 */
import { europe } from "./atlasEurope.ts"
import { firms } from "./atlasFirms.ts"
import type { Row } from "./atlasRow.ts"
import { europeanUnion } from "./atlasUnion.ts"
import { world } from "./atlasWorld.ts"

/** Matches an abbreviation of three letters or more. Forms also write it with points: `D.N.I.`. */
const abbreviation = /^\p{Lu}{3,}$/u

const dotted = (letters: string): string => [...letters].join("\\.") + "\\.?"

/** Matches a name that is also written with `nr.`: `Sozialversicherungsnummer`. */
const longForm = /^[\p{L} -]*\p{L}nummer$/u

/** Adds the usual spellings of names: `D.N.I.` of `DNI`, and `Steuer-Nr.` of `Steuernummer`. */
const spelled = (names: string): string => {
  const all = names.split("|")
  const withPoints = all.filter((name) => abbreviation.test(name)).map(dotted)
  const short = all.filter((name) => longForm.test(name)).map((name) => name.replace(/nummer$/, "-?nr\\.?"))
  return [names, ...withPoints, ...short].join("|")
}

export const rows: ReadonlyArray<Row> = [...europe, ...europeanUnion, ...firms, ...world]
  .map((row) => ({ ...row, names: spelled(row.names) }))
  .toSorted((one, other) => one.country < other.country ? -1 : one.country > other.country ? 1 : 0)
