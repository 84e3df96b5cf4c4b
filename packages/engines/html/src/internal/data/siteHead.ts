/** Reads the branding and the name of a site from a page's head. */
import type { Page } from "../../Html.ts"
import * as Tags from "../tape/tags.ts"
import { attr, textOf } from "../tape/tape.ts"
import * as Structured from "./items.ts"

const MAX_REQUESTED_FONTS = 100

const MAX_SEARCHED_TITLE_CHARACTERS = 300

export interface Head {
  readonly fonts: ReadonlySet<string>
  readonly favicon: string | undefined
  readonly image: string | undefined
  readonly name: string | undefined
  readonly themeColor: string | undefined
  readonly colorScheme: string | undefined
}

export const headOf = (page: Page): Head => {
  const { tape } = page
  const metas = new Map<string, string>()
  const fonts = new Set<string>()
  let favicon: string | undefined
  let title: string | undefined
  for (let i = 0; i < tape.n; i++) {
    const tag = tape.tag[i]!
    if (tag === Tags.META) noteMeta(metas, page, i)
    else if (tag === Tags.TITLE) title ??= textOf(tape, i, MAX_SEARCHED_TITLE_CHARACTERS)
    else if (tag === Tags.LINK) {
      const rel = ` ${(attr(tape, i, "rel") ?? "").toLowerCase()} `
      const href = attr(tape, i, "href")
      if (href === undefined) continue
      if (rel.includes(" icon ")) favicon ??= page.resolve(href)
      else if (rel.includes(" stylesheet ") || rel.includes(" preload ")) {
        for (const font of fontsAskedFor(href, page.url)) if (fonts.size < MAX_REQUESTED_FONTS) fonts.add(font)
      }
    }
  }
  return {
    fonts,
    favicon,
    image: metas.get("image"),
    name: metas.get("name") ?? nameOfOrganisation(page) ?? nameInTitle(page, title),
    themeColor: metas.get("themeColor"),
    colorScheme: metas.get("colorScheme")?.split(/\s+/)[0]
  }
}

const metaFields: ReadonlyMap<string, keyof Head> = new Map([
  ["og:site_name", "name"],
  ["application-name", "name"],
  ["theme-color", "themeColor"],
  ["color-scheme", "colorScheme"],
  ["og:image", "image"]
])

const noteMeta = (metas: Map<string, string>, { resolve, tape }: Page, i: number): void => {
  const field = metaFields.get((attr(tape, i, "property") ?? attr(tape, i, "name") ?? "").toLowerCase())
  const content = attr(tape, i, "content")?.trim() ?? ""
  if (field === undefined || content === "" || metas.has(field)) return
  const value = field === "image" ? resolve(content) : content
  if (value !== undefined) metas.set(field, value)
}

const fontsAskedFor = (href: string, url: string | undefined): ReadonlyArray<string> => {
  const address = URL.parse(href, url ?? "https://x.invalid/")
  if (address?.hostname !== "fonts.googleapis.com") return []
  return address.searchParams.getAll("family").flatMap((families) => families.split("|"))
    .map((family) => family.split(":")[0]!.replaceAll("+", " "))
}

const nameOfOrganisation = (page: Page): string | undefined => {
  const organisation = Structured.items(page.tape, page.resolve).find((item) =>
    item.types.some((type) => type === "organization" || type === "corporation" || type === "localbusiness")
  )
  return organisation === undefined ? undefined : Structured.text(organisation, "name")
}

const nameInTitle = (page: Page, title: string | undefined): string | undefined => {
  const host = page.url === undefined ? undefined : URL.parse(page.url)?.hostname
  if (host === undefined || title === undefined) return undefined
  const labels = new Set(host.toLowerCase().split(".").slice(0, -1).map((label) => label.replaceAll("-", "")))
  return title.split(/\s+[|\u2013\u2014\u00b7\u2022\u00bb-]\s+|:\s+/).map((part) => part.trim()).find((part) =>
    labels.has(part.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))
  )
}
