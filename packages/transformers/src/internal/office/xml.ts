/**
 * Parses the XML of office files into a small tree. Declared entities are not expanded, and nothing outside of the
 * file is read.
 */
import { Parser } from "htmlparser2"
import type { Account } from "./account.ts"

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Array<Element | string>
}

/** Each element takes about 300 bytes. */
const MAX_ELEMENTS = 1_500_000
/** Functions that read the tree are recursive. */
const MAX_DEPTH_OF_ELEMENTS = 200
/** The parser's time per tag is proportional to the number of open elements. */
const MAX_OPEN_ELEMENTS = 2000

export const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  const label = first === 0xfe && second === 0xff
    ? "utf-16be"
    : first === 0xff && second === 0xfe
    ? "utf-16le"
    : "utf-8"
  return new TextDecoder(label).decode(bytes)
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

export interface Handler {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}

/** Parses a sheet as a stream, because it may be too large for a tree. Stops at deeply nested elements. */
export const scan = (bytes: Uint8Array, handler: Handler, account: Account): void => {
  let depth = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      handler.open(localName(name), attributes)
      if (++depth < MAX_OPEN_ELEMENTS) return
      account.cut()
      parser.pause()
    },
    ontext: handler.text,
    onclosetag: (name) => {
      depth--
      handler.close(localName(name))
    }
  }, { xmlMode: true, decodeEntities: true })
  parser.end(textOf(bytes))
}

export const parse = (bytes: Uint8Array, account: Account): Element => {
  const root: Element = { name: "", attributes: new Map(), children: [] }
  const open: Array<Element> = [root]
  let left = MAX_ELEMENTS
  scan(bytes, {
    open: (name, attributes) => {
      const element: Element = { name, attributes: new Map(Object.entries(attributes)), children: [] }
      if (left-- > 0 && open.length < MAX_DEPTH_OF_ELEMENTS) open.at(-1)!.children.push(element)
      else account.cut()
      open.push(element)
    },
    text: (text) => {
      const { children } = open.at(-1)!
      const last = children.length - 1
      if (typeof children[last] === "string") children[last] += text
      else children.push(text)
    },
    close: () => {
      if (open.length > 1) open.pop()
    }
  }, account)
  return root
}

export const isElement = (node: Element | string): node is Element => typeof node !== "string"

export const elements = ({ children }: Element): ReadonlyArray<Element> => children.filter(isElement)

export const child = (parent: Element | undefined, ...path: ReadonlyArray<string>): Element | undefined =>
  path.reduce<Element | undefined>(
    (found, wanted) => found?.children.find((node): node is Element => isElement(node) && node.name === wanted),
    parent
  )

export const all = (parent: Element, wanted: string): ReadonlyArray<Element> =>
  elements(parent).flatMap((element) => [...(element.name === wanted ? [element] : []), ...all(element, wanted)])

export const content = (element: Element | undefined): string =>
  element === undefined ? "" : element.children.map((node) => typeof node === "string" ? node : content(node)).join("")
