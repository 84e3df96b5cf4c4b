/** Labels elements and rules for explanations. */
import { Drop } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"

export type Rule =
  | "never shown"
  | "navigation"
  | "hidden"
  | "its name"
  | "its name, weakly"
  | "page header"
  | "list of links"
  | "heading of an unrelated section"
  | "repeated"
  | "caption"
  | "field of a form"
  | "announced links"
  | "product reviews"
  | "outside the main content"

const words: Readonly<Record<number, Rule>> = {
  [Drop.Hard]: "never shown",
  [Drop.Landmark]: "navigation",
  [Drop.Hidden]: "hidden",
  [Drop.Named]: "its name",
  [Drop.Weak]: "its name, weakly",
  [Drop.Header]: "page header",
  [Drop.Links]: "list of links",
  [Drop.Headed]: "heading of an unrelated section",
  [Drop.Duplicate]: "repeated",
  [Drop.Caption]: "caption",
  [Drop.Control]: "field of a form",
  [Drop.Announced]: "announced links",
  [Drop.Reviewed]: "product reviews"
}

export const wordsOfDrop = (drop: number): Rule => words[drop] ?? "never shown"

/** Maximum characters of an element's name. */
const MAX_CHARACTERS_OF_SHOWN_ELEMENT = 100
const CLASSES_OF_LABEL = 3
const LABELS_OF_PATH = 5

export const labelOf = (tape: Tape, i: number): string => {
  const at = tape.tag[i] === Tags.TEXT ? tape.parent[i]! : i
  if (at < 0) return ""
  const id = attr(tape, at, "id")?.trim()
  const named = (attr(tape, at, "class") ?? "").trim().split(/\s+/).filter((name) => name !== "")
  return `${nameOf(tape, at)}${id === undefined || id === "" ? "" : `#${id}`}${
    named.slice(0, CLASSES_OF_LABEL).map((name) => `.${name}`).join("")
  }`
    .slice(0, MAX_CHARACTERS_OF_SHOWN_ELEMENT)
}

export const pathOf = (tape: Tape, i: number): string => {
  const parts: Array<string> = []
  for (let p = i; p >= 0 && parts.length < LABELS_OF_PATH; p = tape.parent[p]!) parts.unshift(labelOf(tape, p))
  return parts.join(" > ")
}
