/** Splits a page at its headings into the parts that results link to. */
import { slugOf } from "./html.ts"

export interface Section {
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** Returns the heading that starts a part: of level 2 or 3, but not within code. */
const headingOf = (line: string): string | undefined => /^##+ (.+)$/.exec(line)?.[1]?.replaceAll("`", "")

const plain = (heading: string): string => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("*", "")

export const sectionsOf = (markdown: string): ReadonlyArray<Section> => {
  const seen = new Map<string, number>()
  const found: Array<Section> = []
  let current = { id: "", heading: "", lines: [] as Array<string> }
  let isCode = false
  const end = () => {
    const text = current.lines.join("\n").trim()
    if (text !== "") found.push({ id: current.id, heading: current.heading, text })
  }
  for (const line of markdown.split("\n")) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const heading = isCode ? undefined : headingOf(line)
    if (heading !== undefined) {
      end()
      const slug = slugOf(plain(heading))
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      current = { id: times === 0 ? slug : `${slug}-${times}`, heading: plain(heading), lines: [] }
    }
    current.lines.push(line)
  }
  end()
  return found
}
