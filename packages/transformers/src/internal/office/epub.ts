/** Converts e-books (EPUB 3.3) to one page: the chapters of the spine, in order. */
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
import type { Account } from "./account.ts"
import type { Archive } from "./archive.ts"
import { escape, type Read } from "./markup.ts"
import { partOf } from "./package.ts"
import { Unreadable } from "./unreadable.ts"
import { all, child, content, type Element, elements, isElement } from "./xml.ts"

const VOID = new Set(["br", "hr", "wbr", "img"])
const SILENT = new Set(["script", "style", "head", "link", "meta", "iframe", "object", "embed"])
const ATTRIBUTES = ["colspan", "rowspan", "start", "lang", "role", "class", "alt", "title", "hidden", "style"]

interface Chapter {
  readonly account: Account
  readonly path: string
  readonly numbers: ReadonlyMap<string, number>
}

const pathOf = (base: string, target: string): string | undefined =>
  URL.canParse(target, `file:///${base}`)
    ? PercentEncoding.decode(new URL(target, `file:///${base}`).pathname.slice(1))
    : undefined

/** Ids are unique in a chapter but not in a book. */
const anchor = (number: number | undefined, id: string): string => `c${number}-${id}`

const linkOf = ({ numbers, path }: Chapter, target: string): string | undefined => {
  if (/^(?:https?|mailto|tel):/i.test(target)) return target
  const [file = "", id = ""] = target.split("#", 2)
  const number = numbers.get(file === "" ? path : pathOf(path, file) ?? "")
  return number === undefined || id === "" ? undefined : `#${anchor(number, id)}`
}

const write = (chapter: Chapter, node: Element | string): string => {
  if (!isElement(node)) return escape(node)
  const { attributes, children, name } = node
  if (SILENT.has(name)) return ""
  if (name === "img" || name === "svg") {
    chapter.account.omit("picture")
    return name === "img" ? escape(attributes.get("alt") ?? "") : ""
  }
  const retained = ATTRIBUTES.flatMap((one) => attributes.has(one) ? [` ${one}="${escape(attributes.get(one)!)}"`] : [])
  const id = attributes.get("id")
  if (id !== undefined) retained.push(` id="${escape(anchor(chapter.numbers.get(chapter.path), id))}"`)
  const href = name === "a" ? linkOf(chapter, attributes.get("href") ?? "") : undefined
  if (href !== undefined) retained.push(` href="${escape(href)}"`)
  const note = attributes.get("epub:type")
  if (note === "noteref" || note === "footnote" || note === "endnote") retained.push(` role="doc-${note}"`)
  const inner = children.map((one) => write(chapter, one)).join("")
  return VOID.has(name) ? `<${name}>` : `<${name}${retained.join("")}>${inner}</${name}>`
}

/** Many books have encrypted fonts, which do not affect the text. */
const encryptedIn = (archive: Archive, account: Account): ReadonlySet<string> => {
  const root = partOf(archive, "META-INF/encryption.xml", account)
  return new Set(
    root === undefined
      ? []
      : all(root, "CipherReference").map(({ attributes }) => PercentEncoding.decode(attributes.get("URI") ?? ""))
  )
}

export const readEpub = (archive: Archive, account: Account): Read => {
  const container = partOf(archive, "META-INF/container.xml", account)
  const path = container === undefined ? undefined : all(container, "rootfile")[0]?.attributes.get("full-path")
  const book = partOf(archive, path, account)
  const spine = child(book, "spine")
  const manifest = child(book, "manifest")
  if (path === undefined || spine === undefined || manifest === undefined) throw new Unreadable("damaged")
  const items = new Map(elements(manifest).map(({ attributes }) => [attributes.get("id"), attributes]))
  const paths = elements(spine).flatMap(({ attributes }) => {
    const item = items.get(attributes.get("idref"))
    const isContents = item?.get("properties")?.split(" ").includes("nav") === true
    const found = item === undefined || isContents ? undefined : pathOf(path, item.get("href") ?? "")
    return found === undefined ? [] : [found]
  })
  const numbers = new Map(paths.map((one, index) => [one, index + 1]))
  const encrypted = encryptedIn(archive, account)
  const written: Array<string> = []
  for (const one of paths) {
    if (encrypted.has(one)) {
      account.omit("protectedChapter")
      continue
    }
    const body = child(partOf(archive, one, account), "body")
    const html = body === undefined
      ? ""
      : body.children.map((node) => write({ account, path: one, numbers }, node)).join("")
    if (account.fits(html)) written.push(`<section>${html}</section>`)
  }
  if (written.length === 0 && encrypted.size > 0) throw new Unreadable("encrypted")
  const metadata = child(book, "metadata")
  const named = (name: string) => content(child(metadata, name)).trim() || undefined
  return { html: written.join("\n"), title: named("title"), author: named("creator"), language: named("language") }
}
