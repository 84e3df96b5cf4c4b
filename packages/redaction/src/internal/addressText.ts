/**
 * Small things every address finder needs.
 *
 * @since 0.1.0
 */

/** Takes a finding: start, end, score and the rule that found it. */
export type Add = (start: number, end: number, score: number, reason: string) => void

/** Months, as an alternation. */
export const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"

const abbreviated =
  /(?:^|[^\p{L}])(?:St|Rd|Ave|Av|Dr|Blvd|Ln|Ct|Cir|Pl|Sq|Ter|Pkwy|Hwy|Rte|Trl|Plz|Cres|Pt|Str|str|[NSEW]{1,2}|So|U\.S\.A)\.$/u

/** Drops separators and the point of a sentence from the end. */
export const trimEnd = (text: string): string => {
  const trimmed = text.replace(/[\s,|·–>-]+$/, "")
  return trimmed.endsWith(".") && !abbreviated.test(trimmed) ? trimmed.slice(0, -1) : trimmed
}

/** What a sticky expression matches at a place. Every expression is bounded, so it reads no further than an address is long. */
export const sticky = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[0]
}
