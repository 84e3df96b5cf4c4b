import * as Result from "effect/Result"
import { RedirectError } from "../../FetchError.ts"
import { without } from "../markup.ts"

/** Servers send UTF-8 in `location`, but Node decodes header bytes as latin1. */
export const resolveLocation = (location: string, base: URL): Result.Result<string, RedirectError> => {
  const bytes = Buffer.from(location, "latin1")
  const text = bytes.toString("utf8")
  const url = URL.parse(text.includes("\ufffd") ? location : text, base.href)
  if (url === null) return Result.fail(new RedirectError({ kind: "invalidLocation" }))
  if (url.protocol !== "http:" && url.protocol !== "https:") return Result.fail(new RedirectError({ kind: "scheme" }))
  if (url.hash === "" && base.hash !== "") url.hash = base.hash
  return Result.succeed(url.href)
}

const MAX_REFRESH_SECONDS = 5
const PRESCAN_BYTES = 16 * 1024

export const refreshTarget = (refresh: string, base: URL): string | undefined => {
  const parts = /^\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(refresh)
  if (parts === null || Number(parts[1]) > MAX_REFRESH_SECONDS) return undefined
  const url = URL.parse(parts[2]!.trim(), base.href)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined
  const withoutHash = new URL(url)
  const current = new URL(base)
  withoutHash.hash = ""
  current.hash = ""
  return withoutHash.href === current.href ? undefined : url.href
}

export const metaRefresh = (html: string, base: URL): string | undefined => {
  const head = html.slice(0, PRESCAN_BYTES)
  if (!/http-equiv\s{0,8}=\s{0,8}["']?refresh/i.test(head)) return undefined
  const markup = without(without(without(head, "<!--", "-->"), "<noscript", "</noscript>"), "<script", "</script>")
  for (const tag of markup.match(/<meta\s[^>]{0,2000}>/gi) ?? []) {
    if (!/http-equiv\s{0,8}=\s{0,8}["']?refresh["'\s/>]/i.test(tag)) continue
    const content = /\bcontent\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)
    const value = content?.[1] ?? content?.[2] ?? content?.[3] ?? ""
    const target = refreshTarget(value.replaceAll("&amp;", "&"), base)
    if (target !== undefined) return target
  }
  return undefined
}
