import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import * as RetryAfter from "@dunlin/common/RetryAfter"
import type { PageUsage } from "@dunlin/credits/PriceTable"
import * as PriceTable from "@dunlin/credits/PriceTable"
import type { ActionResults, Document, Metadata } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import * as Limits from "@dunlin/schema/Limits"
import { type Blob, withoutUserInfo } from "@dunlin/schema/RawPage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Retention from "../Retention.ts"
import type { Guarded, Input, Loaded, Scraped, Transformed } from "../ScrapeState.ts"
import { SearchSettings } from "../SearchSettings.ts"
import { citationsOf } from "./citations.ts"
import type { Tracked } from "./deriveFormats.ts"
import type { Media } from "./extractMedia.ts"
import type { RedactedReturns } from "./redactDocument.ts"

// `getBuiltinModule` loads no further modules. An import of `node:http` would load WebSocket, an HTTP client and
// HTTP/2: 12 MB.
const { STATUS_CODES } = process.getBuiltinModule("node:http")

type State = Input & Guarded & Loaded & Transformed & RedactedReturns & {
  readonly tracked?: Tracked | undefined
  readonly media?: Media | undefined
}

export const finishDocument = Effect.fnUntraced(
  function*(state: State): Effect.fn.Return<{ readonly scraped: Scraped }, never, ArtifactStore> {
    const files = yield* storeFiles(state)
    const document = { ...state.document, ...files.fields, ...bytesOf(state) }
    const missing = missingFormats(state.options.formats, document)
    const warnings = [...state.warnings, ...files.warnings, ...missing, ...state.page.warnings]
    const usage = usageOf(state, document)
    const { prices } = yield* SearchSettings
    const credits = PriceTable.total(PriceTable.pageLines(usage, prices))
    const { markdown, ...rest } = document
    return {
      scraped: {
        document: {
          ...(Format.has(state.options.formats, "markdown") && markdown !== undefined ? { markdown } : {}),
          ...rest,
          // URLs and ids may contain names, and citations contain both, so a redacted page has no citations.
          ...(state.options.redactPII === false
            ? citationsOf({ document, url: withoutUserInfo(state.page.url), marks: state.marks ?? [] })
            : {}),
          ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
          metadata: metadataOf(state, credits)
        },
        usage,
        warnings,
        text: markdown ?? undefined,
        ...(state.marks === undefined ? {} : { marks: state.marks }),
        ...retryAfterOf(state)
      }
    }
  }
)

const bytesOf = ({ options, page }: State): Pick<Document, "rawBase64"> =>
  Format.has(options.formats, "rawBase64") ? { rawBase64: Buffer.from(page.body).toString("base64") } : {}

const metadataOf = (state: State, creditsUsed: number): Metadata => ({
  ...state.document.metadata,
  sourceURL: withoutUserInfo(state.url),
  url: state.page.url,
  statusCode: state.page.status,
  ...(isErrorPage(state) ? { error: `the page returned ${state.page.status}${phraseOf(state.page.status)}` } : {}),
  ...(state.page.contentType === "" ? {} : { contentType: state.page.contentType }),
  proxyUsed: state.page.proxyUsed,
  engine: state.page.engine,
  ...(state.page.engineReason === undefined ? {} : { engineReason: state.page.engineReason }),
  ...(state.page.markdownSource === undefined ? {} : { markdownSource: state.page.markdownSource }),
  cacheState: state.cacheState,
  ...(state.cachedAt === undefined ? {} : { cachedAt: DateTime.formatIso(DateTime.makeUnsafe(state.cachedAt)) }),
  creditsUsed
})

/** An error page is returned with a note, and is not charged. */
const isErrorPage = ({ page }: State): boolean => page.status >= 400

/** Statuses that may have a `Retry-After` header (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const comeBackLater: ReadonlySet<number> = new Set([429, 503])

const retryAfterOf = ({ page }: State): Pick<Scraped, "retryAfter"> => {
  const wait = comeBackLater.has(page.status)
    ? RetryAfter.millis(page.headers["retry-after"], page.fetchedAt)
    : undefined
  return wait === undefined ? {} : { retryAfter: page.fetchedAt + wait }
}

const phraseOf = (status: number): string => STATUS_CODES[status] === undefined ? "" : ` ${STATUS_CODES[status]}`

/** Whether redaction failed and withheld everything that was requested. */
const isWithheld = ({ document: { html, metadata, rawHtml }, options: { formats } }: State): boolean =>
  metadata?.errorCode === "SCRAPE_REDACTION_FAILED" && html === undefined && rawHtml === undefined &&
  !Format.has(formats, "rawBase64")

const OF_TEXT: ReadonlySet<string> = new Set(["highlights", "json", "markdown", "question", "query", "summary"])

/**
 * Whether only text was requested and the page has none. With selectors or actions, an empty text is a valid result.
 */
const isWithoutText = ({ document: { markdown }, options }: State): boolean =>
  markdown !== null && markdown !== undefined && markdown.trim() === "" &&
  options.formats.every(({ type }) => OF_TEXT.has(type)) && options.actions.length === 0 &&
  options.includeTags.length + options.excludeTags.length === 0

const usageOf = (state: State, document: Document): PageUsage => ({
  outcome: isErrorPage(state) || isWithheld(state) || isWithoutText(state) ? "failed" : "delivered",
  proxyUsed: state.page.proxyUsed,
  lockdown: state.options.lockdown,
  pdfPages: state.pdfPages,
  scanned: state.scanned,
  surcharges: PriceTable.surcharges(state.options).filter((surcharge) =>
    isDelivered(surcharge, document, state.tracked?.json !== undefined)
  )
})

const isDelivered = (surcharge: PriceTable.Surcharge, document: Document, isJsonTracked: boolean): boolean => {
  switch (surcharge) {
    case "json":
      return (document.json ?? null) !== null || (document.changeTracking !== undefined && isJsonTracked)
    case "question":
      return typeof document.answer === "string"
    case "highlights":
      return typeof document.highlights === "string"
    case "redactPII":
      return typeof document.markdown === "string"
    case "audio":
      return typeof document.audio === "string"
    case "video":
      return typeof document.video === "string"
    case "zeroDataRetention":
      return true
  }
}

const storeFiles = Effect.fnUntraced(function*(state: State) {
  const { actions, screenshot } = state.page
  const { audio, video } = state.media ?? {}
  if ([screenshot, actions, audio, video].every((file) => file === undefined)) return { fields: {}, warnings: [] }
  const warnings: Array<string> = []
  const artifacts = yield* ArtifactStore
  const keep = Effect.fnUntraced(function*(blob: Blob, ttl: number = Limits.screenshotLifetime) {
    if (!Retention.keeps(state.retention)) {
      warnings.push("Files such as screenshots are not returned, because nothing is stored for this request.")
      return undefined
    }
    const stored = yield* Effect.option(artifacts.put(blob, { ttl }))
    if (stored._tag === "None") {
      warnings.push("A file could not be stored and was omitted.")
      return undefined
    }
    if (artifacts.notice !== undefined) warnings.push(artifacts.notice)
    return stored.value.url
  })
  const keepAll = (blobs: ReadonlyArray<Blob>) =>
    Effect.map(Effect.forEach(blobs, (blob) => keep(blob)), (urls) => urls.filter((url) => url !== undefined))
  const results: ActionResults | undefined = actions === undefined ? undefined : {
    screenshots: yield* keepAll(actions.screenshots),
    scrapes: actions.scrapes,
    javascriptReturns: state.javascriptReturns ?? actions.javascriptReturns,
    pdfs: yield* keepAll(actions.pdfs)
  }
  const link = screenshot === undefined ? undefined : yield* keep(screenshot)
  const sound = audio === undefined ? undefined : yield* keep(audio, Limits.mediaLifetime)
  const film = video === undefined ? undefined : yield* keep(video, Limits.mediaLifetime)
  return {
    fields: {
      ...(screenshot === undefined ? {} : { screenshot: link ?? null }),
      ...(results === undefined ? {} : { actions: results }),
      ...(audio === undefined ? {} : { audio: sound ?? null }),
      ...(video === undefined ? {} : { video: film ?? null })
    },
    warnings: [...new Set(warnings)]
  }
})

/** An earlier stage has already warned about these formats. */
const explained: ReadonlySet<Format.Origin> = new Set(["html", "media", "history"])

const missingFormats = (formats: ReadonlyArray<Format.Format>, document: Document): ReadonlyArray<string> => {
  const missing = [...new Set(formats.map((format) => format.type))].filter((type) => {
    const { field, origin } = Format.facts[type]
    return !explained.has(origin) && document[field] === undefined
  })
  return missing.length === 0 ? [] : [`These formats are not available for this page: ${missing.join(", ")}.`]
}
