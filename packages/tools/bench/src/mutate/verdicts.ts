/** Changes every number of some modules, stores each verdict, and prints numbers that no reading detects. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { type Constant, describe, keyOf, LARGE_MOVES, type Reading, type Verdict, watch } from "../numbers.ts"
import { figure } from "../report.ts"

export interface Verdicts {
  readonly little: Verdict
  readonly large: Verdict
}

export interface Kept {
  readonly of: (constant: Constant) => Verdicts | undefined
  readonly keep: (constant: Constant, verdicts: Verdicts) => void
}

/** The first line of the file identifies the state of code and pages. If the state has changed, the file is cleared. */
export const keptIn = (file: string, state: string): Kept => {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "") : []
  const known = new Map<string, Verdicts>()
  if (lines[0] === state) {
    // The last line may be incomplete.
    for (const line of lines.slice(1)) {
      try {
        const [name, verdicts] = JSON.parse(line) as [string, Verdicts]
        known.set(name, verdicts)
      } catch {
        break
      }
    }
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, [state, ...[...known].map((entry) => JSON.stringify(entry)), ""].join("\n"))
  return {
    of: (constant) => known.get(keyOf(constant)),
    keep: (constant, verdicts) => appendFileSync(file, `${JSON.stringify([keyOf(constant), verdicts])}\n`)
  }
}

export interface Mutations {
  readonly area: string
  readonly constants: ReadonlyArray<Constant>
  readonly small: { readonly by: string; readonly factors: ReadonlyArray<number> }
  readonly tellsBy: boolean
}

export const verdictsOf = (
  { constants, small }: Mutations,
  { verdict }: ReturnType<typeof watch>,
  kept?: Kept
): ReadonlyMap<Constant, Verdicts> =>
  new Map(constants.map((constant) => {
    const known = kept?.of(constant)
    if (known !== undefined) return [constant, known]
    const verdicts = { little: verdict(constant, small.factors), large: verdict(constant, LARGE_MOVES) }
    kept?.keep(constant, verdicts)
    return [constant, verdicts]
  }))

const isHeld = (verdict: Verdict): boolean => verdict.is === "held"

const said = (verdict: Verdict): string =>
  verdict.is === "held" ? verdict.by : verdict.is === "broken" ? `${verdict.by} fails: ${verdict.fault}` : verdict.is

export const tell = ({ area, small, tellsBy }: Mutations, verdicts: ReadonlyMap<Constant, Verdicts>): void => {
  const all = [...verdicts]
  if (tellsBy) {
    for (const [constant, { large, little }] of all) {
      console.log(`${describe(constant)}: by ${small.by}: ${said(little)}; by 100 %: ${said(large)}`)
    }
  }
  const bySmall = all.filter(([, { little }]) => isHeld(little)).length
  const byLarge = all.filter(([, { large, little }]) => isHeld(large) || isHeld(little)).length
  const others = all.filter(([, { large, little }]) => !isHeld(large) && !isHeld(little))
  console.log(`${all.length} constants; detected if changed by ${small.by}: ${bySmall}, by 100 %: ${byLarge}`)
  for (const is of ["loose", "broken", "unloaded"] as const) {
    const named = others.filter(([, { large }]) => large.is === is)
    console.log(
      [
        `${is}: ${named.length}`,
        ...named.map(([constant, { large }]) =>
          is === "broken" ? `  ${describe(constant)}: ${said(large)}` : `  ${describe(constant)}`
        )
      ].join("\n")
    )
  }
  figure({ area: `${area}, of ${all.length}`, metric: `detected if changed by ${small.by}`, ours: bySmall })
  figure({ area: `${area}, of ${all.length}`, metric: "detected if changed by 100 %", ours: byLarge })
}

export const mutations = (asked: Mutations, readings: ReadonlyArray<Reading>): void =>
  tell(asked, verdictsOf(asked, watch(readings)))
