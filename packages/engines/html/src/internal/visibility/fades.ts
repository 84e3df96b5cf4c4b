/**
 * Recognises fade-in effects: properties that hide an element until it is scrolled into view, and transitions that are
 * visible.
 *
 * @since 0.2.0
 */
import { listOf, valuesOf } from "./brackets.ts"

export const fading: ReadonlySet<string> = new Set(
  "opacity visibility transform translate scale filter clip-path".split(" ")
)

export const comingIn =
  /(?:^|[\s_-])(?:wow|aos|reveal\w*|animated?|animate__\w+|fade-?(?:in|up|down|left|right)\w*|scroll-?(?:in|reveal|fade)\w*|slide-?(?:in|up|down)\w*|elementor-invisible|gs_?\w+|appear\w*|in-?view\w*)(?=$|[\s_-])/i

/** Minimum duration of a visible transition, in seconds. A shorter transition takes less than a frame. */
const MIN_FADE_SECONDS = 0.01
/** Maximum duration of a visible transition, in seconds. A longer transition is not meant to be seen. */
const MAX_FADE_SECONDS = 30

const time = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(m?s)$/

const manners = /^(?:ease(?:-in|-out|-in-out)?|linear|step-(?:start|end)|allow-discrete|normal)$/

/** Returns the first time in a transition, in seconds. The second time is a delay. */
const secondsOf = (part: string): number => {
  for (const word of valuesOf(part)) {
    const [, amount, unit] = time.exec(word) ?? []
    if (amount !== undefined) return Number(amount) / (unit === "ms" ? 1000 : 1)
  }
  return 0
}

const changedBy = (part: string): string =>
  valuesOf(part).find((word) => /^-?[a-z]/.test(word) && !word.includes("(") && !manners.test(word)) ?? "all"

export const isFade = (properties: string, durations: string): boolean => {
  const seconds = listOf(durations).map(secondsOf)
  return listOf(properties).some((part, k) => {
    const property = changedBy(part)
    // if there are fewer durations than properties, they repeat
    const duration = seconds[k % seconds.length]!
    return (property === "all" || fading.has(property.replace("-webkit-", ""))) && duration >= MIN_FADE_SECONDS &&
      duration <= MAX_FADE_SECONDS
  })
}
