/**
 * Reads one document on one parser process. Pages are stored as they arrive, so that they are available if the
 * process is killed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type PageSource, PdfDocument, type PdfPage } from "../../PdfDocument.ts"
import type * as PdfEngine from "../../PdfEngine.ts"
import * as PdfError from "../../PdfError.ts"
import type { Reader } from "../ocr/ocr.ts"
import { NEARLY_EMPTY } from "../ocr/ocrPage.ts"
import { assemble } from "./assemble.ts"
import type * as Parser from "./parser.ts"
import type * as Pool from "./pool.ts"
import type { ChildPage, ErrorTag, FromChild, ToChild } from "./protocol.ts"
import * as Warnings from "./warnings.ts"

export interface Request {
  readonly pool: Pool.Pool
  readonly reader: Reader
  readonly bytes: Uint8Array
  readonly mode: PdfEngine.Mode
  readonly maxPages: number
  readonly memory: number
  readonly millis: number
  /** Time in milliseconds since the epoch. */
  readonly deadline: number
  readonly languages?: PdfEngine.ParseOptions["languages"]
  readonly onPage?: PdfEngine.ParseOptions["onPage"]
}

type ReadPage = ChildPage & {
  readonly source: PageSource
  readonly spoken?: string | undefined
}

interface State {
  total: number | undefined
  title: string | undefined
  author: string | undefined
  language: string | undefined
  /** Whether the pages were recovered from a damaged document. */
  isDamaged: boolean
  readonly pages: Map<number, ReadPage>
  readonly unread: Set<number>
  readonly warnings: Array<string>
}

/** Limit for ended processes per document, because each one costs a start and earlier pages are read again. */
const MAX_ENDED_PROCESSES = 8

/** Maximum characters of a result, to protect the host's memory. Real documents are smaller. */
const MAX_CHARACTERS = 200 * 1024 * 1024

const LAYOUT_TIME = 500

/**
 * Minimum share of the text layer's characters that OCR must find to replace the layer. With fewer, the picture is
 * decoration.
 */
const DECORATION_SHARE = 0.8
const UNREADABLE_SHARE = 0.3

/** Minimum ratio of OCR letters to text on a scan. A photograph with a caption has a lower one. */
const SCAN_FACTOR = 1.5

const isBetter = (seen: ChildPage, layer: ChildPage): boolean => {
  if (layer.isScan === true) return seen.characters > layer.characters * SCAN_FACTOR
  return seen.characters >= layer.characters * DECORATION_SHARE ||
    layer.needsOcr && seen.characters >= layer.characters * UNREADABLE_SHARE
}

const failure = (tag: ErrorTag, detail: string, memory: number): PdfError.Reason => {
  switch (tag) {
    case "Encrypted":
      return new PdfError.Encrypted()
    case "NotPdf":
      return new PdfError.NotPdf()
    case "MemoryLimit":
      return new PdfError.MemoryLimit({ limit: memory })
    case "Unavailable":
      return new PdfError.Unavailable({ detail })
    case "Broken":
      return new PdfError.Broken({ detail })
  }
}

type Outcome =
  | { readonly kind: "done" }
  /** `refused`: the document is invalid or too large to store, but the process can be used again. */
  | { readonly kind: "refused"; readonly reason: PdfError.Reason }
  /**
   * `blame` is what ended the process: the next page, the memory of all pages so far, or the size of the stored
   * results.
   */
  | { readonly kind: "died"; readonly reason: PdfError.Reason; readonly blame: Blame }

type Blame = "page" | "process" | "document"

const converse = (
  request: Request,
  message: (child: Parser.Child) => ToChild,
  onMessage: (message: FromChild) => Effect.Effect<void>
): Effect.Effect<Outcome, PdfError.Reason> => {
  let blame: Blame = "page"
  return request.pool.use(Effect.fnUntraced(function*(child): Effect.fn.Return<Outcome, PdfError.Reason> {
    const id = child.jobs
    let characters = 0
    yield* child.send(message(child))
    while (true) {
      const answer = yield* child.receive
      if (answer.kind === "exit" || answer.kind === "ready" || answer.kind === "warm" || answer.id !== id) continue
      if (answer.kind === "failed") {
        const reason = failure(answer.tag, answer.detail, request.memory)
        if (answer.blame === "document") return { kind: "refused", reason }
        blame = answer.blame
        return yield* reason
      }
      if (answer.kind === "page") {
        characters += answer.page.markdown.length
        if (characters > MAX_CHARACTERS) {
          blame = "document"
          return yield* new PdfError.MemoryLimit({ limit: request.memory })
        }
      }
      yield* onMessage(answer)
      if (answer.kind === "done") return { kind: "done" }
    }
  })).pipe(
    Effect.catch((reason): Effect.Effect<Outcome, PdfError.Reason> =>
      reason._tag === "MemoryLimit" || reason._tag === "Crashed"
        ? Effect.succeed({ kind: "died", reason, blame })
        : Effect.fail(reason)
    )
  )
}

const keep = (request: Request, state: State, attempt: { last: number }) =>
  Effect.fnUntraced(function*(message: FromChild) {
    switch (message.kind) {
      case "opened": {
        state.total = message.total
        state.title = message.title
        state.author = message.author
        state.language = message.language
        state.isDamaged = message.isDamaged === true
        return
      }
      case "page": {
        const { number, unread } = message.page
        attempt.last = number
        const isNew = !state.pages.has(number)
        if (unread) state.unread.add(number)
        // A page that was skipped now may have been read by an earlier process.
        if (isNew || !unread) state.pages.set(number, { ...message.page, source: "text" })
        // When a document is read again, its progress is not reported a second time.
        if (request.onPage === undefined || !isNew) return
        yield* request.onPage({
          page: number,
          pages: state.total === undefined ? undefined : Math.min(state.total, request.maxPages),
          source: "text"
        })
        return
      }
      case "settled": {
        for (const page of message.pages) {
          if (!page.unread) state.pages.set(page.number, { ...page, source: "text" })
        }
        return
      }
      case "done": {
        state.warnings.push(...message.warnings)
      }
    }
  })

/** Returns the page that ended the process; `undefined` if no page did, or if no other page would remain. */
const fatalPage = (request: Request, state: State, { last }: { readonly last: number }): number | undefined => {
  const pages = Math.min(state.total ?? 0, request.maxPages)
  const next = last + 1
  return next <= pages && pages > 1 ? next : undefined
}

const parseText = Effect.fnUntraced(function*(request: Request, state: State): Effect.fn.Return<void, PdfError.Reason> {
  for (let deaths = 0;; deaths++) {
    const attempt = { last: 0, ahead: false }
    const outcome = yield* converse(
      request,
      (child) => {
        attempt.ahead = child.hasRoom && deaths === 0
        return {
          kind: "parse",
          id: child.jobs,
          bytes: request.bytes,
          maxPages: request.maxPages,
          skip: [...state.unread],
          ahead: attempt.ahead
        }
      },
      keep(request, state, attempt)
    )
    if (outcome.kind === "done") return
    if (outcome.kind === "refused" || outcome.blame === "document" || deaths === MAX_ENDED_PROCESSES) {
      return yield* outcome.reason
    }
    // If pages are read ahead, the cause may be a page after the next one.
    if (outcome.blame === "process" || attempt.ahead) continue
    const fatal = fatalPage(request, state, attempt)
    if (fatal === undefined) return yield* outcome.reason
    state.unread.add(fatal)
  }
})

const readPictures = Effect.fnUntraced(function*(request: Request, state: State) {
  const wanted = [...state.pages.values()].filter((page) => !page.unread && (request.mode === "ocr" || page.needsOcr))
  if (wanted.length === 0) return
  const left = request.deadline - (yield* Clock.currentTimeMillis)
  const read = yield* request.reader.read(
    request.bytes,
    wanted,
    {
      millis: Math.max(0, left - LAYOUT_TIME),
      languages: [...request.languages ?? [], ...state.language === undefined ? [] : [state.language]],
      onPage: (page) =>
        request.onPage === undefined ? Effect.void : request.onPage({ page, pages: wanted.length, source: "ocr" })
    }
  )
  state.warnings.push(...read.warnings)
  if (read.pages.length === 0) return
  const laidOut = new Map<number, ChildPage>()
  const inFull = yield* converse(
    request,
    ({ jobs }) => ({ kind: "layout", id: jobs, pages: read.pages }),
    (message) =>
      Effect.sync(() => {
        if (message.kind === "page") laidOut.set(message.page.number, message.page)
        if (message.kind === "settled") { for (const page of message.pages) laidOut.set(page.number, page) }
      })
  ).pipe(
    Effect.map(({ kind }) => kind === "done"),
    Effect.catch(() => Effect.succeed(false))
  )
  if (!inFull) state.warnings.push("The layout of the text read by OCR is incomplete.")
  for (const page of laidOut.values()) {
    const before = state.pages.get(page.number)!
    state.pages.set(
      page.number,
      isBetter(page, before)
        ? { ...page, needsOcr: false, source: "ocr", spoken: read.languages.get(page.number) }
        : { ...before, needsOcr: false }
    )
  }
  // Pages at the end that OCR did not reach and that have no text are missing, not empty.
  for (const page of read.cut ? [...state.pages.values()].reverse() : []) {
    if (state.pages.size === 1 || !page.needsOcr || page.characters >= NEARLY_EMPTY) break
    state.pages.delete(page.number)
  }
})

const hasText = (state: State): boolean =>
  [...state.pages.values()].some((page) => page.markdown !== "" || page.needsOcr)

const damage = (pages: number): string =>
  `The PDF is damaged or truncated: ${
    pages === 1 ? "one page was found" : `${pages} pages were found`
  } in the remaining data. Other pages may be missing, and the last one may be incomplete.`

const withNotes = ({ markdown, notes }: ChildPage): string =>
  notes === "" ? markdown : markdown === "" ? notes : `${markdown}\n\n${notes}`

export const parse = Effect.fnUntraced(function*(request: Request): Effect.fn.Return<PdfDocument, PdfError.Reason> {
  const state: State = {
    total: undefined,
    title: undefined,
    author: undefined,
    language: undefined,
    isDamaged: false,
    pages: new Map(),
    unread: new Set(),
    warnings: []
  }
  const left = request.deadline - (yield* Clock.currentTimeMillis)
  const complete = yield* parseText(request, state).pipe(
    Effect.timeoutOrElse({
      duration: Math.max(0, left),
      orElse: () => Effect.fail(new PdfError.Timeout({ millis: request.millis }))
    }),
    Effect.as(true),
    // If some pages are complete, they are returned instead of the error.
    Effect.catch((reason) => {
      if (state.pages.size === 0) return Effect.fail(reason)
      state.warnings.push(`The PDF was read only up to page ${Math.max(...state.pages.keys())}: ${why(reason)}.`)
      return Effect.succeed(false)
    })
  )
  if (state.isDamaged) {
    if (!hasText(state)) {
      return yield* new PdfError.Broken({ detail: "the file is damaged or truncated, and no readable page was found" })
    }
    state.warnings.push(damage(state.total ?? 0))
  }
  state.warnings.push(...Warnings.ofUnread(state.unread))
  if (complete && request.mode !== "fast") yield* readPictures(request, state)
  state.warnings.push(...Warnings.ofPages([...state.pages.values()], request.mode))
  const pages = [...state.pages.values()].sort((a, b) => a.number - b.number)
  const { markdown, starts } = assemble(pages)
  return new PdfDocument({
    markdown,
    starts,
    numPages: pages.length,
    readPages: pages.filter((page) => !page.unread && !Warnings.isLeft(page)).length,
    ...(state.total === undefined ? {} : { totalPages: state.total }),
    ...(state.title === undefined ? {} : { title: state.title }),
    ...(state.author === undefined ? {} : { author: state.author }),
    ...(state.language === undefined ? {} : { language: state.language }),
    pages: pages.map((page) => ({
      number: page.number,
      markdown: withNotes(page),
      source: page.source,
      ...(page.spoken === undefined ? {} : { language: page.spoken }),
      ...accountOf(page),
      ...(page.placed === undefined ? {} : {
        width: page.width,
        height: page.height,
        blocks: page.placed.map(({ box, from, kind, signs, to }) => ({
          kind,
          markdown: page.markdown.slice(from, to),
          ...(box === undefined ? {} : { box }),
          ...(signs === undefined ? {} : { signs })
        }))
      })
    })),
    truncated: state.isDamaged || pages.length < (state.total ?? pages.length),
    warnings: state.warnings,
    concealed: concealedOf(pages)
  })
})

const accountOf = ({ letters, unseen }: ChildPage): Pick<PdfPage, "account"> =>
  letters === undefined ? {} : {
    account: [
      ...letters.map(([as, letters]) => ({ as, letters })),
      ...unseen.map(([by, letters]) => ({ as: "hidden" as const, by, letters }))
    ]
  }

const concealedOf = (pages: ReadonlyArray<ChildPage>): NonNullable<PdfDocument["concealed"]> => {
  const sums = new Map<string, number>()
  for (const { unseen } of pages) {
    for (const [by, characters] of unseen) sums.set(by, (sums.get(by) ?? 0) + characters)
  }
  return [...sums].map(([by, characters]) => ({ by, characters }))
}

const why = (reason: PdfError.Reason): string => {
  switch (reason._tag) {
    case "Timeout":
      return "the time limit was reached"
    case "MemoryLimit":
      return "the next page needs too much memory"
    default:
      return "the next page cannot be read"
  }
}
