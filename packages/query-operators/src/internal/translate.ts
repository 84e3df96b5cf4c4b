import type { Query } from "@dunlin/text/Query"
import { demanded, type HostOperator, type Node, type Operator } from "@dunlin/text/QueryNode"
import type { Dialect, TranslateOptions, Translation } from "./dialectModel.ts"
import type { Piece } from "./piece.ts"
import { shorten } from "./shorten.ts"
import { Writer } from "./writer.ts"

export const translate = (query: Query, dialect: Dialect, options: TranslateOptions): Translation => {
  const images = options.source === "images"
  const writer = new Writer(dialect, images)
  for (const node of query.nodes) writer.add(node)
  const isWanted = (piece: Piece) => !piece.negative
  const pieces = writer.pieces.some(isWanted) ? writer.pieces : [...writer.postponed, ...writer.pieces]
  const shortened = shorten(pieces, dialect)
  const parameters = writer.parameters()
  const warnings = [...writer.warnings, ...contradictions(query.nodes)]
  if (shortened.left.length > 0) {
    warnings.push(
      `The query exceeds ${dialect.name}'s length limit; these parts were not sent: ${list(shortened.left)}.`
    )
  }
  if (shortened.isCut) warnings.push(`The query exceeds ${dialect.name}'s length limit and was truncated.`)
  for (const { capability } of shortened.left) if (capability !== undefined) writer.handed.delete(capability)
  const searches = pieces.some(isWanted)
  const instead = searches ? "" : standIn(query.nodes)
  const text = [instead, shortened.text].filter((part) => part !== "").join(" ")
  if (!searches && instead === "") warnings.push("The query has no words to search for.")
  return {
    text,
    parameters,
    residual: {
      nodes: (images ? query.nodes : query.nodes.filter((node) => !isAboutImages(node))).map(demanded),
      trusted: dialect.trusted === false ? new Set() : writer.handed,
      ...(options.window === undefined ? {} : { window: options.window })
    },
    warnings
  }
}

const isAboutImages = (node: Node): boolean =>
  node._tag === "Operator" && (node.name === "imagesize" || node.name === "larger")

const list = (pieces: ReadonlyArray<Piece>): string => {
  const shown = pieces.slice(0, 5).map((piece) => piece.text).join(", ")
  return pieces.length > 5 ? `${shown} and ${pieces.length - 5} more` : shown
}

/** A provider needs a text, even if the whole query became parameters. */
const standIn = (nodes: ReadonlyArray<Node>): string => {
  for (const node of nodes) {
    if (node.negated) continue
    if (node._tag === "Or" || node._tag === "And") {
      const inside = standIn(node.items)
      if (inside !== "") return inside
    } else if (node._tag === "Operator" && !isAboutImages(node)) return valueText(node)
  }
  return ""
}

const valueText = (operator: Operator): string => {
  if (typeof operator.value === "string") return operator.value
  if ("host" in operator.value) return operator.value.host
  return "width" in operator.value ? "" : operator.value.join(" ")
}

/** A page cannot be on two sites, so such a query is a mistake. */
const contradictions = (nodes: ReadonlyArray<Node>): ReadonlyArray<string> => {
  const sites = nodes.filter((node): node is HostOperator =>
    node._tag === "Operator" && node.name === "site" && !node.negated
  )
  const [first] = sites
  const other = first &&
    sites.find(({ value: { host } }) =>
      host !== first.value.host && !host.endsWith(`.${first.value.host}`) && !first.value.host.endsWith(`.${host}`)
    )
  if (first === undefined || other === undefined) return []
  return [
    `No page is on both ${first.value.host} and ${other.value.host}; write OR between two site: operators to search both sites.`
  ]
}
