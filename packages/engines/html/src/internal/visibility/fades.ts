/**
 * Fading in: what keeps something back until it is scrolled to, and which transitions are seen.
 *
 * @since 0.2.0
 */
import { listOf, valuesOf } from "./brackets.ts"

/** Properties by which something is kept back until it is scrolled to. */
export const fading: ReadonlySet<string> = new Set(
  "opacity visibility transform translate scale filter clip-path".split(" ")
)

/** Names of what comes in, as libraries that fade things in give them. */
export const comingIn =
  /(?:^|[\s_-])(?:wow|aos|reveal\w*|animated?|animate__\w+|fade-?(?:in|up|down|left|right)\w*|scroll-?(?:in|reveal|fade)\w*|slide-?(?:in|up|down)\w*|elementor-invisible|gs_?\w+|appear\w*|in-?view\w*)(?=$|[\s_-])/i

/** Seconds that a change takes which a reader is to see: less than a frame is none, and for more nobody waits. */
const SHORTEST_FADE = 0.01
const LONGEST_FADE = 30

const time = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(m?s)$/

/** Words of a transition that name no property. */
const manners = /^(?:ease(?:-in|-out|-in-out)?|linear|step-(?:start|end)|allow-discrete|normal)$/

/** Seconds of the first time in a part of a transition: a second one is its delay. */
const secondsOf = (part: string): number => {
  for (const word of valuesOf(part)) {
    const [, amount, unit] = time.exec(word) ?? []
    if (amount !== undefined) return Number(amount) / (unit === "ms" ? 1000 : 1)
  }
  return 0
}

/** The property that a part of a transition is about: all where it names none. */
const changedBy = (part: string): string =>
  valuesOf(part).find((word) => /^-?[a-z]/.test(word) && !word.includes("(") && !manners.test(word)) ?? "all"

/** Whether a transition changes one of the properties by which things come in, so that it is seen. */
export const isFade = (properties: string, durations: string): boolean => {
  const seconds = listOf(durations).map(secondsOf)
  return listOf(properties).some((part, k) => {
    const property = changedBy(part)
    // durations that are fewer than properties begin again
    const duration = seconds[k % seconds.length]!
    return (property === "all" || fading.has(property.replace("-webkit-", ""))) && duration >= SHORTEST_FADE &&
      duration <= LONGEST_FADE
  })
}
