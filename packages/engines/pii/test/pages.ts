/** Reads the labelled pages of `fixtures/pages.txt`. */
import type { Entity } from "@dunlin/pii"
import { readFileSync } from "node:fs"

export interface Page {
  readonly name: string
  readonly text: string
  readonly labels: ReadonlyArray<{ readonly start: number; readonly end: number; readonly entity: Entity }>
}

export const pages = (): ReadonlyArray<Page> => {
  const source = readFileSync(new URL("./fixtures/pages.txt", import.meta.url), "utf8")
  return source.split(/^=== /m).slice(1).map((block) => {
    const stop = block.indexOf("\n")
    const marked = block.slice(stop + 1).trimEnd()
    const labels: Array<Page["labels"][number]> = []
    let text = ""
    let position = 0
    for (const match of marked.matchAll(/⟦([A-Z]+):([^⟧]+)⟧/g)) {
      text += marked.slice(position, match.index)
      labels.push({ start: text.length, end: text.length + match[2]!.length, entity: match[1] as Entity })
      text += match[2]
      position = match.index + match[0].length
    }
    return { name: block.slice(0, stop).trim(), text: text + marked.slice(position), labels }
  })
}
