/** Finds possible URLs of a page's Markdown, from the page's declarations and the pattern of its URL. */
import type { MarkdownSource, RawPage } from "@dunlin/schema/RawPage"
import { decode } from "../../Charset.ts"

interface Rule {
  readonly name: string
  readonly apply: (url: URL) => string
}

const withPath = (url: URL, pathname: string): string => {
  const made = new URL(url)
  made.pathname = pathname
  made.hash = ""
  return made.href
}

const trimmed = ({ pathname }: URL): string => pathname.replace(/\/+$/, "")

const RULES: ReadonlyArray<Rule> = [
  { name: ".md", apply: (url) => withPath(url, `${trimmed(url) === "" ? "/index" : trimmed(url)}.md`) },
  { name: "html.md", apply: (url) => withPath(url, url.pathname.replace(/\.html?$/, ".md")) },
  { name: "index.md", apply: (url) => withPath(url, `${trimmed(url)}/index.md`) },
  { name: "index.html.md", apply: (url) => withPath(url, `${trimmed(url)}/index.html.md`) },
  { name: ".html.md", apply: (url) => withPath(url, `${url.pathname}.md`) }
]

const REPOSITORY_FILE = /^(\/[^/]+(?:\/[^/]+)+?)(\/-)?\/(blob|src\/(?:branch|tag|commit))\/(.+\.(?:md|markdown))$/i

export const fileOfRepository = (url: URL): string | undefined => {
  const [, repository, dash = "", kind, file] = REPOSITORY_FILE.exec(url.pathname) ?? []
  if (kind === undefined) return undefined
  return withPath(url, `${repository}${dash}/${kind.startsWith("src/") ? kind.replace("src", "raw") : "raw"}/${file}`)
}

const HEAD_BYTES = 65_536
const LINK_TAG = /<link\b[^<>]*>/gi
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(tag)?.slice(1).find((value) =>
    value !== undefined
  ) ?? ""

const isMarkdownType = (type: string): boolean => /^text\/(?:x-)?markdown\b/i.test(type)
const isAlternate = (rel: string): boolean => rel.toLowerCase().split(/\s+/).includes("alternate")

const declared = (page: RawPage): string | undefined => {
  const { link = "" } = page.headers
  for (const [, href, parameters = ""] of link.matchAll(/<([^<>]*)>((?:\s*;[^,]*)*)/g)) {
    if (isAlternate(attribute(parameters, "rel")) && isMarkdownType(attribute(parameters, "type"))) return href
  }
  const head = decode(page.body.subarray(0, HEAD_BYTES), page.charset).text
  return (head.match(LINK_TAG) ?? []).find((tag) =>
    isAlternate(attribute(tag, "rel")) && isMarkdownType(attribute(tag, "type"))
  )?.replace(/^.*$/s, (tag) => attribute(tag, "href").replaceAll("&amp;", "&"))
}

export interface Candidate {
  readonly source: MarkdownSource
  readonly url: string
  readonly rule: string | undefined
}

export const alternateOf = (page: RawPage): Candidate | undefined => {
  const url = new URL(page.url)
  const target = URL.parse(declared(page) ?? "", page.url)
  if (target === null || target.origin !== url.origin || target.href === url.href) return undefined
  return { source: "alternate", url: target.href, rule: RULES.find(({ apply }) => apply(url) === target.href)?.name }
}

export const besideOf = (url: URL): Candidate => {
  const rule = /\.html?$/.test(url.pathname) ? RULES[1]! : RULES[0]!
  return { source: "beside", url: rule.apply(url), rule: rule.name }
}

const MAX_LISTED_LINKS = 50_000
/** A Markdown link, up to a length that URLs do not reach. */
const LINK = /\]\(\s*<?([^)\s>]{1,2000})/g

export const filesIn = (list: string, base: string): ReadonlySet<string> => {
  const files = new Set<string>()
  const { origin } = new URL(base)
  let links = 0
  for (const [, link = ""] of list.matchAll(LINK)) {
    if (++links > MAX_LISTED_LINKS) break
    const url = URL.parse(link, base)
    if (url === null || url.origin !== origin || !/\.(?:md|markdown)$/i.test(url.pathname)) continue
    url.hash = ""
    files.add(url.href)
  }
  return files
}

export const listedOf = (url: URL, files: ReadonlySet<string>): Candidate | undefined => {
  const rule = RULES.find(({ apply }) => files.has(apply(url)))
  return rule === undefined ? undefined : { source: "listed", url: rule.apply(url), rule: rule.name }
}

export const byRule = (name: string, url: URL): string | undefined => {
  const made = RULES.find((rule) => rule.name === name)?.apply(url)
  return made === undefined || made === url.href ? undefined : made
}
