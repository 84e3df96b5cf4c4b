/** Stores the progress of a running search. */
import type { Json } from "./fields.ts"

export interface Document {
  readonly markdown?: string | null
  readonly html?: string | null
  readonly rawHtml?: string | null
  readonly screenshot?: string | null
  readonly metadata?: { readonly [name: string]: Json }
  readonly [field: string]: Json | undefined
}

export interface Hit extends Document {
  readonly url: string
  readonly title: string
  readonly source: string
  readonly text: string
  readonly link?: string
  readonly matches?: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

export interface Stage {
  readonly name: string
  readonly milliseconds: number
}

export interface PageState {
  readonly status: "waiting" | "reading" | "read" | "failed"
  readonly error?: string
  readonly document?: Document
  readonly stages: ReadonlyArray<Stage>
}

export interface Failure {
  readonly code: string
  readonly error: string
  readonly details: Json | undefined
}

export interface Run {
  readonly status: "idle" | "running" | "done" | "failed"
  readonly hits: ReadonlyArray<Hit>
  readonly pages: { readonly [url: string]: PageState }
  readonly toScrape: number
  readonly stages: ReadonlyArray<Stage>
  readonly warnings: ReadonlyArray<string>
  readonly answer: Json | undefined
  readonly failure: Failure | undefined
  /** Credits of the request. They are irrelevant on a server without teams. */
  readonly credits: number | undefined
}

export const nothing: Run = {
  status: "idle",
  hits: [],
  pages: {},
  toScrape: 0,
  stages: [],
  warnings: [],
  answer: undefined,
  failure: undefined,
  credits: undefined
}

export interface Told {
  readonly event: string
  readonly data: any
}

const unread: PageState = { status: "waiting", stages: [] }

const sources = ["web", "news", "images"]

const hitsOf = (data: any): ReadonlyArray<Hit> =>
  sources.flatMap((source) =>
    (data?.[source] ?? []).map((hit: any) => ({ ...hit, source, text: hit.description ?? hit.snippet ?? "" }))
  )

const withPage = (run: Run, url: string, change: (page: PageState) => PageState): Run => ({
  ...run,
  pages: { ...run.pages, [url]: change(Object.hasOwn(run.pages, url) ? run.pages[url]! : unread) }
})

const withoutTwice = (warnings: ReadonlyArray<string>, more: string): ReadonlyArray<string> =>
  warnings.includes(more) ? warnings : [...warnings, more]

const finished = (run: Run, hits: ReadonlyArray<Hit>): Run["pages"] =>
  Object.fromEntries(hits.map((hit) => {
    const before = Object.hasOwn(run.pages, hit.url) ? run.pages[hit.url]! : unread
    const error = hit.metadata?.error
    if (typeof error === "string") return [hit.url, { ...before, status: "failed", error, document: hit }]
    return [hit.url, hit.metadata === undefined ? before : { ...before, status: "read", document: hit }]
  }))

export const after = (run: Run, { data, event }: Told): Run => {
  switch (event) {
    case "hits-found":
      return { ...run, hits: hitsOf(data.hits), toScrape: data.toScrape }
    case "page-started":
      return withPage(run, data.url, (page) => ({ ...page, status: "reading" }))
    case "page-finished":
      return withPage(run, data.url, (page) => ({ ...page, status: "read", document: data.document }))
    case "page-failed":
      return withPage(run, data.url, (page) => ({ ...page, status: "failed", error: `${data.code}: ${data.error}` }))
    case "stage-finished": {
      const stage = { name: data.stage, milliseconds: data.milliseconds }
      return data.url === undefined
        ? { ...run, stages: [...run.stages, stage] }
        : withPage(run, data.url, (page) => ({ ...page, stages: [...page.stages, stage] }))
    }
    case "warning":
      return { ...run, warnings: withoutTwice(run.warnings, data.message) }
    case "done": {
      const hits = hitsOf(data.data)
      const warnings = run.warnings.length === 0 && typeof data.warning === "string" ? [data.warning] : run.warnings
      const pages = finished(run, hits)
      return { ...run, status: "done", hits, pages, warnings, answer: data, credits: data.creditsUsed }
    }
    case "error":
      return { ...run, status: "failed", failure: failureOf(data) }
    default:
      return run
  }
}

export const failureOf = (body: any): Failure => ({
  code: String(body?.code ?? "UNKNOWN"),
  error: String(body?.error ?? "The server's response does not match the API contract."),
  details: body?.details
})

export const ofScrape = (url: string, answer: any): Run => {
  const document: Document = answer.data ?? {}
  const title = typeof document.metadata?.title === "string" ? document.metadata.title : url
  const hits: ReadonlyArray<Hit> = [{ ...document, url, title, source: "page", text: "" }]
  return {
    ...nothing,
    status: "done",
    hits,
    pages: finished(nothing, hits),
    toScrape: 1,
    warnings: typeof answer.warning === "string" ? [answer.warning] : [],
    answer,
    credits: typeof document.metadata?.creditsUsed === "number" ? document.metadata.creditsUsed : undefined
  }
}

/** Call the function with text as it arrives. It stores an incomplete event until the rest arrives. */
export const eventReader = () => {
  let rest = ""
  return (text: string): ReadonlyArray<Told> => {
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    return blocks.flatMap((block): ReadonlyArray<Told> => {
      const lines = block.split("\n")
      const event = lines.find((line) => line.startsWith("event: "))?.slice("event: ".length)
      const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice("data: ".length))
      return event === undefined ? [] : [{ event, data: JSON.parse(data.join("\n")) }]
    })
  }
}
