/**
 * Rebuilds a document from the pages of a damaged one: truncated in transit, or without cross-reference table and
 * root. The existing bytes stay in place. After them come the objects of its object streams, a page tree, a root and
 * a new table.
 */
import { type Objects, objectsOf, page, pageTree, type PdfObject } from "./objects.ts"

const MAX_RECOVERED_PAGES = 10_000

const MAX_KIDS = 10_000
const MAX_DEPTH_OF_PAGE_TREE = 50

const REFERENCE = 20

const reference = /(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R/g

const kidsOf = ({ text }: PdfObject): Array<number> => {
  const list = /\/Kids\s{0,4}\[([^\]]*)/.exec(text)?.[1] ?? ""
  return [...list.slice(0, MAX_KIDS * REFERENCE).matchAll(reference)].slice(0, MAX_KIDS).map(([, number]) =>
    Number(number)
  )
}

/** Returns the pages in the order of their page trees, then pages without a tree in file order. */
const pagesOf = ({ found }: Objects): ReadonlySet<number> => {
  const nodes = new Map<number, Array<number>>()
  const leaves: Array<number> = []
  for (const object of found.values()) {
    if (page.test(object.text)) leaves.push(object.number)
    else if (pageTree.test(object.text)) nodes.set(object.number, kidsOf(object))
  }
  const isLeaf = new Set(leaves)
  const inner = new Set([...nodes.values()].flat())
  const pages = new Set<number>()
  const visited = new Set<number>()
  const visit = (number: number, depth: number): void => {
    if (isLeaf.has(number)) pages.add(number)
    if (visited.has(number) || depth > MAX_DEPTH_OF_PAGE_TREE) return
    visited.add(number)
    for (const kid of nodes.get(number) ?? []) visit(kid, depth + 1)
  }
  for (const number of nodes.keys()) if (!inner.has(number)) visit(number, 0)
  for (const number of leaves) pages.add(number)
  return new Set([...pages].slice(0, MAX_RECOVERED_PAGES))
}

const tableOf = (places: ReadonlyMap<number, number>): string => {
  const numbers = [...places.keys()].sort((a, b) => a - b)
  let table = "xref\n0 1\n0000000000 65535 f \n"
  for (let from = 0; from < numbers.length;) {
    let to = from + 1
    while (to < numbers.length && numbers[to] === numbers[to - 1]! + 1) to++
    const entries = numbers.slice(from, to).map((number) =>
      `${String(places.get(number)).padStart("0000000000".length, "0")} 00000 n \n`
    )
    table += `${numbers[from]} ${to - from}\n${entries.join("")}`
    from = to
  }
  return table
}

/**
 * Returns whether the file is encrypted. It is then unreadable without the cross-reference table, which contains the
 * key.
 */
const isEncrypted = ({ found }: Objects, bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("/Encrypt") ||
  [...found.values()].some(({ text }) => /\/Filter\s{0,4}\/Standard(?![A-Za-z])/.test(text))

export const salvage = (bytes: Uint8Array): Uint8Array | undefined => {
  const objects = objectsOf(bytes)
  const pages = pagesOf(objects)
  if (pages.size === 0 || isEncrypted(objects, bytes)) return undefined
  const places = new Map<number, number>()
  const parts: Array<Uint8Array> = [bytes]
  let size = bytes.length
  const append = (text: string): void => {
    const part = Buffer.from(text, "latin1")
    parts.push(part)
    size += part.length
  }
  const add = (number: number, text: string): void => {
    places.set(number, size)
    append(`${number} 0 obj\n${text}\nendobj\n`)
  }
  append(`${objects.closing}\n`)
  let last = 0
  for (const { at, number, text } of objects.found.values()) {
    last = Math.max(last, number)
    if (at === undefined) add(number, text)
    else places.set(number, at)
  }
  const [tree, root] = [last + 1, last + 2]
  const kids = [...pages].map((number) => `${number} 0 R`).join(" ")
  add(tree, `<</Type/Pages/Count ${pages.size}/Kids[${kids}]>>`)
  add(root, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  append(`${tableOf(places)}trailer\n<</Size ${root + 1}/Root ${root} 0 R>>\nstartxref\n${size}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat(parts))
}
