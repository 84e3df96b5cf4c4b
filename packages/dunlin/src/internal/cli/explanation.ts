import type { Explanation } from "@dunlin/transformers/Html"
import { clean, shown, styled } from "./output.ts"

const MAX_CHARACTERS_PER_LINE = 90

type Unit = Explanation["units"][number]

/**
 * Prints a line per text block: `+` if it was kept or `-` if it was omitted, and the reason. Consecutive blocks that
 * were omitted for one reason share a line.
 */
export const renderExplanation = ({ ledger, root, units }: Explanation): string => {
  const lines = [`main part: ${root === "" ? "the whole page" : clean(root)}`, ""]
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!
    const why = reasonOf(unit)
    let more = 0
    while (!unit.kept && at + 1 < units.length && !units[at + 1]!.kept && reasonOf(units[at + 1]!) === why) {
      more++
      at++
    }
    const text = unit.text.length > MAX_CHARACTERS_PER_LINE
      ? `${unit.text.slice(0, MAX_CHARACTERS_PER_LINE - 1)}…`
      : unit.text
    const line = `${unit.kept ? "+" : "-"} ${shown(text)}${more === 0 ? "" : ` (and ${more} more)`}`
    lines.push(`${styled(unit.kept ? "green" : "red", line)}\n    ${styled("dim", clean(why))}`)
  }
  const keptCount = units.filter((unit) => unit.kept).length
  return [...lines, "", ...accountOf(ledger), "", `${keptCount} of ${units.length} blocks kept`].join("\n")
}

const accountOf = (ledger: Explanation["ledger"]): ReadonlyArray<string> => {
  const sums = new Map<string, { words: number; readonly reasons: Map<string, number> }>()
  let total = 0
  for (const { fate, why, words } of ledger) {
    const sum = sums.get(fate) ?? { words: 0, reasons: new Map<string, number>() }
    sums.set(fate, sum)
    sum.words += words
    total += words
    if (why !== undefined) sum.reasons.set(why, (sum.reasons.get(why) ?? 0) + words)
  }
  return [
    `${total} words on the page:`,
    ...[...sums].map(([fate, { reasons, words }]) => {
      const parts = [...reasons].toSorted(([, one], [, other]) => other - one).map(([why, count]) => `${why} ${count}`)
      return `  ${fate} ${words}${parts.length === 0 ? "" : ` (${clean(parts.join(", "))})`}`
    })
  ]
}

const reasonOf = ({ by, element, kept, likely, rule }: Unit): string => {
  const rules = rule === undefined ? "rules keep it" : `rules: ${rule.why} (${rule.element})`
  const learned = likely === undefined
    ? ""
    : `; ${kept ? `likely ${likely.toFixed(2)}` : likely >= 0.5 ? "likely content" : "unlikely"}`
  const last = by === "both" ? "" : `; decided by ${by === "surroundings" ? "surrounding blocks" : by}`
  return `${kept ? `${element}; ` : ""}${rules}${learned}${last}`
}
