/**
 * Finds the context of a position in a text: the headings above, the surrounding code block, and the statements that
 * govern the position. Without it, a part of a long page may be misunderstood.
 *
 * @since 0.2.0
 */
import { isUnderline, levelOf } from "./internal/lines/headings.ts"
import { physicalOf } from "./internal/lines/physical.ts"
import * as Statements from "./Statements.ts"

/**
 * @category models
 * @since 0.2.0
 */
export interface Heading {
  readonly level: number
  readonly title: string
}

/**
 * The headings and code block around a position in a text.
 *
 * @category models
 * @since 0.2.0
 */
export interface Context {
  /** The headings above the position, outermost first. */
  readonly headings: ReadonlyArray<Heading>
  /** The first line of the surrounding code block; absent outside of code. */
  readonly fence?: string | undefined
}

const MAX_FENCE_CHARACTERS = 80

const none: Context = { headings: [] }

/**
 * Returns the contexts of ascending positions, in one pass over the text.
 *
 * **Example** (Headings above a position)
 *
 * ```ts
 * import { Sections } from "@dunlin/text"
 *
 * const page = "# Pumps\n\n## Care\n\nOil it.\n"
 * const [context] = Sections.contextsAt(page, [page.indexOf("Oil")])
 * console.log(context?.headings.map(({ title }) => title)) // [ 'Pumps', 'Care' ]
 * ```
 *
 * @category reading
 * @since 0.2.0
 */
export const contextsAt = (text: string, places: ReadonlyArray<number>): ReadonlyArray<Context> => {
  const out: Array<Context> = []
  const lines = physicalOf(text)
  let headings: ReadonlyArray<Heading> = []
  let context = none
  let code: { readonly number: number; readonly fence: string } | undefined
  let next = 0
  for (let at = 0; at < lines.length && next < places.length; at++) {
    const line = lines[at]!
    while (next < places.length && places[next]! <= line.start) {
      const isInside = line.code >= 0 && line.code === code?.number
      out.push(isInside ? { ...context, fence: code!.fence } : context)
      next++
    }
    if (line.code >= 0 && line.code !== code?.number) {
      code = { number: line.code, fence: text.slice(line.at, Math.min(line.end, line.at + MAX_FENCE_CHARACTERS)) }
    }
    const below = lines[at + 1]
    const isUnderlined = line.kind === "text" && below?.kind === "rule" &&
      (at === 0 || lines[at - 1]!.kind !== "text") &&
      isUnderline(text, line, below)
    const level = line.kind === "heading" ? line.level : isUnderlined ? levelOf(text.charCodeAt(below.at)) : 0
    if (level === 0) continue
    const title = Statements.titleOf(text.slice(line.at + line.mark, line.end))
    headings = headings.filter((heading) => heading.level < level)
    if (title !== "") headings = [...headings, { level, title }]
    context = { headings }
  }
  while (out.length < places.length) out.push(context)
  return out
}

const MAX_LEADS = 6
const MAX_CHARACTERS_OF_LEAD = 600

/**
 * Returns, for ascending positions, the statements that govern the text there, outermost first. An example is "Do not:"
 * before an item further below. Headings and table headers are excluded.
 *
 * @category reading
 * @since 0.3.0
 */
export const leadsAt = (
  text: string,
  places: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<{ readonly start: number; readonly end: number }>> => {
  const { statements } = Statements.read(text)
  let at = 0
  return places.map((place) => {
    while (at < statements.length && statements[at]!.start < place) at++
    const out: Array<{ readonly start: number; readonly end: number }> = []
    let lead = statements[at]?.lead ?? -1
    while (lead >= 0 && out.length < MAX_LEADS) {
      const { end, kind, lead: next, start } = statements[lead]!
      const isSaid = kind === "sentence" || kind === "item"
      if (isSaid && end <= place && end - start <= MAX_CHARACTERS_OF_LEAD) out.unshift({ start, end })
      lead = next
    }
    return out
  })
}
