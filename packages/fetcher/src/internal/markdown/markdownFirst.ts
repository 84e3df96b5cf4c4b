/**
 * Fetches a site's Markdown instead of its HTML, which needs a tenth of the bytes. An area of a site qualifies if
 * both had the same text. Every twentieth page is compared again.
 */
import { type MarkdownSource, RawPage } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as NodeCrypto from "node:crypto"
import { decode } from "../../Charset.ts"
import type { FetchError } from "../../FetchError.ts"
import type { Fetcher, FetchRequest } from "../service.ts"
import { alternateOf, besideOf, byRule, type Candidate, fileOfRepository, filesIn, listedOf } from "./candidates.ts"
import { mayHide, readable } from "./readable.ts"
import { saysTheSame } from "./sameText.ts"

const MAX_AREAS = 5_000
const KEPT_FOR_MS = Duration.toMillis("1 day")
const MAX_MISSES = 3
const PAGES_PER_COMPARISON = 20
/**
 * A crawl starts to use Markdown with its second page of a site, so that a single page never costs a second request.
 */
const FIRST_PAGE_WITH_FILE_BESIDE = 2
/** A second request only saves later work, so it may not take long. */
const SECOND_REQUEST_LIMIT_MS = 5_000
/** Maximum share of the remaining time for a second request. */
const SECOND_REQUEST_SHARE = 0.3

const MAX_SITES_WITH_LIST = 1_000
const MAX_LIST_CHARACTERS = 2_000_000

/** Paths of files that exist in one format. */
const IS_FILE = /\.(?:csv|json|markdown|md|pdf|txt|xml|zip)$/i

/** The `Accept` header of a request that prefers Markdown. */
const WELCOME =
  "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,application/pdf;q=0.8,*/*;q=0.7"

interface Area {
  pages: number
  misses: number
  left: number
  lesson: "unknown" | "nothing" | { readonly source: MarkdownSource; readonly rule: string | undefined }
  readonly until: number
}

const makeAreas = () => {
  const areas = new Map<string, Area>()
  return (name: string, now: number): Area => {
    const known = areas.get(name)
    if (known !== undefined && known.until > now) return known
    areas.delete(name)
    if (areas.size >= MAX_AREAS) areas.delete(areas.keys().next().value!)
    const made: Area = { pages: 0, misses: 0, left: PAGES_PER_COMPARISON, lesson: "unknown", until: now + KEPT_FOR_MS }
    areas.set(name, made)
    return made
  }
}

/** Returns the area of a URL: host and first path segment, or a host's repository files. */
const areaOf = (url: URL, file: string | undefined): string => {
  const [, first = "", ...rest] = url.pathname.split("/")
  const part = file !== undefined ? "repository" : rest.length > 0 ? `/${first}` : ""
  return NodeCrypto.createHash("sha256").update(`${url.host} ${part}`).digest("hex")
}

const isMarkdown = ({ body, contentType, status }: RawPage): boolean =>
  status === 200 && body.length > 0 && /^text\/(?:x-)?markdown$/.test(contentType)

/** A site may return HTML for any path, or Markdown as plain text. */
const isMarkdownFile = (page: RawPage): boolean =>
  isMarkdown(page) ||
  page.status === 200 && page.contentType === "text/plain" && !/^\s*</.test(decode(page.body.subarray(0, 200)).text)

const textOf = (page: RawPage): string => decode(page.body, page.charset).text

const isUsable = (page: RawPage): boolean => isMarkdownFile(page) && !mayHide(textOf(page))

const isHtml = ({ contentType, status }: RawPage): boolean => status === 200 && contentType === "text/html"

const asPage = (file: RawPage, request: FetchRequest, source: MarkdownSource): RawPage => {
  const url = new URL(request.url)
  url.hash = ""
  return new RawPage({
    ...file,
    contentType: "text/markdown",
    charset: "utf-8",
    body: new TextEncoder().encode(readable(textOf(file))),
    markdownSource: source,
    ...(source === "negotiated" ? {} : { sourceUrl: url.href, url: url.href })
  })
}

export const markdownFirst = (http: Fetcher["Service"]): Fetcher["Service"]["fetch"] => {
  const areas = makeAreas()
  const lists = new Map<string, { readonly files: ReadonlySet<string>; readonly until: number }>()

  const withAccept = (request: FetchRequest): FetchRequest => ({
    ...request,
    options: { ...request.options, headers: { accept: WELCOME } }
  })

  const second = Effect.fnUntraced(function*(request: FetchRequest, deadline: number) {
    const left = deadline - (yield* Clock.currentTimeMillis)
    const timeout = Math.max(1, Math.min(SECOND_REQUEST_LIMIT_MS, left * SECOND_REQUEST_SHARE))
    return yield* Effect.option(http.fetch({ ...request, timeout }))
  })

  const filesOf = Effect.fnUntraced(function*(url: URL, request: FetchRequest, deadline: number) {
    const now = yield* Clock.currentTimeMillis
    const known = lists.get(url.origin)
    if (known !== undefined && known.until > now) return known.files
    if (lists.size >= MAX_SITES_WITH_LIST) lists.delete(lists.keys().next().value!)
    const until = now + KEPT_FOR_MS
    lists.set(url.origin, { files: new Set(), until })
    const address = `${url.origin}/llms.txt`
    const list = yield* second({ ...request, url: address }, deadline)
    if (list._tag === "None" || !isMarkdownFile(list.value)) return new Set<string>()
    const files = filesIn(textOf(list.value).slice(0, MAX_LIST_CHARACTERS), address)
    lists.set(url.origin, { files, until })
    return files
  })

  const unlinkedOf = (url: URL, request: FetchRequest, deadline: number) =>
    Effect.map(filesOf(url, request, deadline), (files) => listedOf(url, files) ?? besideOf(url))

  const learnFrom = Effect.fnUntraced(function*(
    area: Area,
    page: RawPage,
    request: FetchRequest,
    deadline: number
  ) {
    const url = new URL(request.url)
    const file = fileOfRepository(url)
    const candidate: Candidate | undefined = file !== undefined
      ? { source: "repository", url: file, rule: undefined }
      : alternateOf(page) ??
        (area.pages >= FIRST_PAGE_WITH_FILE_BESIDE ? yield* unlinkedOf(url, request, deadline) : undefined)
    if (candidate === undefined) return
    area.left = PAGES_PER_COMPARISON
    area.lesson = "nothing"
    const found = yield* second({ ...request, url: candidate.url }, deadline)
    if (found._tag === "None" || !isUsable(found.value) || !saysTheSame(textOf(found.value), textOf(page))) return
    if (candidate.source !== "repository" && candidate.rule === undefined) return
    area.lesson = { source: candidate.source, rule: candidate.rule }
  })

  const compared = Effect.fnUntraced(function*(
    area: Area,
    request: FetchRequest,
    deadline: number
  ): Effect.fn.Return<RawPage, FetchError> {
    const isRefused = area.lesson === "nothing"
    const first = yield* http.fetch(isRefused ? request : withAccept(request))
    if (isRefused) return first
    if (!isMarkdown(first)) {
      if (isHtml(first)) yield* learnFrom(area, first, request, deadline)
      return first
    }
    area.left = PAGES_PER_COMPARISON
    const html = yield* second(request, deadline)
    if (html._tag === "None" || !isHtml(html.value)) return asPage(first, request, "negotiated")
    if (!isUsable(first) || !saysTheSame(textOf(first), textOf(html.value))) {
      area.lesson = "nothing"
      return html.value
    }
    area.lesson = { source: "negotiated", rule: undefined }
    return asPage(first, request, "negotiated")
  })

  return Effect.fnUntraced(function*(request): Effect.fn.Return<RawPage, FetchError> {
    const url = URL.parse(request.url)
    const isWelcome = request.needs?.markdown === true && Object.keys(request.options.headers).length === 0
    const file = url === null ? undefined : fileOfRepository(url)
    if (url === null || !isWelcome || file === undefined && IS_FILE.test(url.pathname)) {
      return yield* http.fetch(request)
    }
    const now = yield* Clock.currentTimeMillis
    const deadline = now + Duration.toMillis(request.timeout)
    const area = areas(areaOf(url, file), now)
    area.pages++
    const { lesson } = area
    if (typeof lesson === "string" || --area.left <= 0) return yield* compared(area, request, deadline)
    if (lesson.source === "negotiated") {
      const page = yield* http.fetch(withAccept(request))
      if (!isMarkdown(page)) return page
      return isUsable(page) ? asPage(page, request, "negotiated") : yield* http.fetch(request)
    }
    const target = file ?? byRule(lesson.rule!, url)
    const found = target === undefined ? undefined : yield* second({ ...request, url: target }, deadline)
    if (found?._tag === "Some" && isUsable(found.value)) {
      area.misses = 0
      return asPage(found.value, request, lesson.source)
    }
    if (++area.misses >= MAX_MISSES) area.lesson = "nothing"
    return yield* http.fetch(request)
  })
}
