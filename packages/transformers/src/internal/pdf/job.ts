/** One document on one parser process: collects its pages as they come, and keeps them when the process is killed. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { PdfDocument } from "../../PdfDocument.ts"
import type * as PdfEngine from "../../PdfEngine.ts"
import * as PdfError from "../../PdfError.ts"
import type * as Pool from "./pool.ts"
import type { ChildPage } from "./protocol.ts"

export type Request = {
  readonly pool: Pool.Pool
  readonly bytes: Uint8Array
  readonly mode: PdfEngine.Mode
  readonly maxPages: number
  /** The time limit, for messages. */
  readonly millis: number
  /** Epoch milliseconds at which the answer is due. */
  readonly deadline: number
  readonly onPage?: PdfEngine.ParseOptions["onPage"]
}

/** What is known of a document so far. */
type State = {
  total: number | undefined
  title: string | undefined
  author: string | undefined
  language: string | undefined
  readonly pages: Array<ChildPage>
  readonly warnings: Array<string>
}

const run = (request: Request, state: State) =>
  request.pool.use(Effect.fnUntraced(function*(child): Effect.fn.Return<void, PdfError.Reason> {
    const id = child.jobs
    yield* child.send({ kind: "parse", id, bytes: request.bytes, mode: request.mode, maxPages: request.maxPages })
    while (true) {
      const message = yield* child.receive
      if (message.kind === "exit" || message.kind === "ready" || message.id !== id) continue
      switch (message.kind) {
        case "opened": {
          state.total = message.total
          state.title = message.title
          state.author = message.author
          state.language = message.language
          break
        }
        case "page": {
          state.pages.push(message.page)
          if (request.onPage !== undefined) {
            yield* request.onPage({
              page: message.page.number,
              pages: state.total === undefined ? undefined : Math.min(state.total, request.maxPages),
              source: "text"
            })
          }
          break
        }
        case "failed": {
          return yield* failure(message.tag, message.detail)
        }
        case "done": {
          for (const page of message.pages) state.pages[page.number - 1] = page
          state.warnings.push(...message.warnings)
          return
        }
      }
    }
  }))

const failure = (tag: string, detail: string): PdfError.Reason => {
  switch (tag) {
    case "Encrypted":
      return new PdfError.Encrypted()
    case "NotPdf":
      return new PdfError.NotPdf()
    case "MemoryLimit":
      return new PdfError.MemoryLimit({ limit: 0 })
    case "Unavailable":
      return new PdfError.Unavailable({ detail })
    default:
      return new PdfError.Broken({ detail })
  }
}

const assemble = (pages: ReadonlyArray<ChildPage>): string => {
  const parts: Array<string> = []
  for (const page of pages) {
    if (page.cut > 0 && parts.length > 0) parts.push(parts.pop()!.slice(0, -page.cut))
    if (page.markdown !== "") parts.push(parts.length === 0 ? "" : page.glue, page.markdown)
  }
  return parts.join("")
}

export const parse = Effect.fnUntraced(function*(request: Request): Effect.fn.Return<PdfDocument, PdfError.Reason> {
  const state: State = {
    total: undefined,
    title: undefined,
    author: undefined,
    language: undefined,
    pages: [],
    warnings: []
  }
  const left = request.deadline - (yield* Clock.currentTimeMillis)
  yield* run(request, state).pipe(
    Effect.timeoutOrElse({
      duration: Math.max(0, left),
      orElse: () => Effect.fail(new PdfError.Timeout({ millis: request.millis }))
    }),
    // what is ready is worth more than the reason why the rest is not
    Effect.catch((reason) => {
      if (state.pages.length === 0) return Effect.fail(reason)
      state.warnings.push(`The PDF is cut after page ${state.pages.length}: ${why(reason)}.`)
      return Effect.void
    })
  )
  const pages = state.pages
  return new PdfDocument({
    markdown: assemble(pages),
    numPages: pages.length,
    ...(state.total === undefined ? {} : { totalPages: state.total }),
    ...(state.title === undefined ? {} : { title: state.title }),
    ...(state.author === undefined ? {} : { author: state.author }),
    ...(state.language === undefined ? {} : { language: state.language }),
    pages: pages.map((page) => ({ number: page.number, markdown: page.markdown, source: "text" as const })),
    truncated: pages.length < (state.total ?? pages.length),
    warnings: state.warnings
  })
})

const why = (reason: PdfError.Reason): string => {
  switch (reason._tag) {
    case "Timeout":
      return "the time was up"
    case "MemoryLimit":
      return "its next page needs too much memory"
    default:
      return "its next page cannot be read"
  }
}
