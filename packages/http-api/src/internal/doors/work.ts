/** Runs the searches, scrapes, maps and crawls behind compatible APIs, for one request's session. */
import * as Crawl from "@dunlin/jobs/Crawl"
import * as JobProgress from "@dunlin/jobs/JobProgress"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as Retention from "@dunlin/pipeline/Retention"
import { Searcher } from "@dunlin/pipeline/Searcher"
import type { Condition } from "@dunlin/pipeline/SearchState"
import * as Selectors from "@dunlin/pipeline/Selectors"
import * as CrawlRequest from "@dunlin/schema/CrawlRequest"
import type { Document } from "@dunlin/schema/Document"
import * as MapRequest from "@dunlin/schema/MapRequest"
import type { ScrapeOptionsInput } from "@dunlin/schema/ScrapeOptions"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import type { SearchRequestInput } from "@dunlin/schema/SearchRequest"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import * as ApiError from "../../ApiError.ts"
import * as Team from "../../Team.ts"
import { fromScrapeError } from "../failures.ts"
import { checkCredits, fromJobError } from "../jobs/answers.ts"
import { mapFor } from "../jobs/map.ts"
import type { Session } from "../operation.ts"
import { scrapeFor } from "../scrape.ts"
import * as Search from "../search.ts"
import type { Services } from "../services.ts"

const PAGES_AT_ONCE = 4

export interface Scraped {
  readonly url: string
  readonly result: Result.Result<Document, ApiError.ApiError>
}

export interface Crawled {
  readonly documents: ReadonlyArray<Document>
}

/** A repeated request with the same key must have the same job id. */
const jobIdOf = (session: Session, charge: string | undefined): string => {
  if (charge === undefined) return session.requestId
  const hex = createHash("sha256").update(charge).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export class Work {
  readonly warnings: Array<string>
  credits = 0
  readonly requestId: string
  private readonly session: Session
  private readonly charge: string | undefined
  private parts = 0

  constructor(session: Session, charge: string | undefined, warnings: ReadonlyArray<string>) {
    this.session = session
    this.charge = charge
    this.warnings = [...warnings]
    this.requestId = session.requestId
  }

  get headers(): Session["request"]["headers"] {
    return this.session.request.headers
  }

  warn(...warnings: ReadonlyArray<string>): void {
    for (const warning of warnings) if (!this.warnings.includes(warning)) this.warnings.push(warning)
  }

  private get part(): string {
    const part = this.parts++
    return part === 0 ? "" : `#${part}`
  }

  private pay(credits: number): void {
    this.credits += credits
    this.session.note.credits = this.credits
  }

  search(input: SearchRequestInput, condition?: Condition): Effect.Effect<SearchResponse, ApiError.ApiError, Services> {
    const { charge, part, session } = this.with()
    return Effect.gen({ self: this }, function*() {
      const { request, warnings } = yield* Search.decode(session, input)
      const task = { id: `${session.requestId}${part}`, request, warnings, condition }
      const name = charge === undefined ? undefined : `${charge}${part}`
      const found = yield* Search.run(session, yield* Searcher, Search.chargedAs(session, task, name))
      this.pay(found.creditsUsed)
      if (found.warning !== null) this.warn(found.warning)
      return found
    })
  }

  scrape(url: string, options: ScrapeOptionsInput): Effect.Effect<Document, ApiError.ApiError, Services> {
    const { charge, part, session } = this.with()
    return Effect.gen({ self: this }, function*() {
      const { request, warnings } = yield* Effect.mapError(
        ScrapeRequest.decodeBody({ ...options, url }),
        ApiError.fromInvalidRequest
      )
      yield* Effect.mapError(Selectors.check(request), ApiError.fromInvalidRequest)
      session.note.retention = Retention.of([], request)
      session.note.url = request.url
      const { data, warning } = yield* scrapeFor(session, request, warnings, charge, { part })
      this.pay(data.metadata?.creditsUsed ?? 0)
      if (warning !== undefined) this.warn(warning)
      return data
    })
  }

  scrapeAll(urls: ReadonlyArray<string>, options: ScrapeOptionsInput) {
    return Effect.forEach(
      urls,
      (url): Effect.Effect<Scraped, never, Services> =>
        Effect.map(Effect.result(this.scrape(url, options)), (result) => ({ url, result })),
      { concurrency: PAGES_AT_ONCE }
    )
  }

  map(input: MapRequest.MapRequestInput) {
    const { charge, session } = this.with()
    return Effect.gen({ self: this }, function*() {
      const { request, warnings } = yield* Effect.mapError(MapRequest.decodeBody(input), ApiError.fromInvalidRequest)
      session.note.url = request.url
      const { links, warning } = yield* mapFor(session, request, warnings, charge)
      this.pay(session.note.credits ?? 0)
      if (warning !== undefined) this.warn(warning)
      return links
    })
  }

  crawl(
    input: CrawlRequest.CrawlRequestInput,
    limit: Duration.Duration
  ): Effect.Effect<Crawled, ApiError.ApiError, Services> {
    const { charge, session } = this.with()
    return Effect.gen({ self: this }, function*() {
      const { request, warnings } = yield* Effect.mapError(CrawlRequest.decodeBody(input), ApiError.fromInvalidRequest)
      this.warn(...warnings)
      session.note.url = request.url
      yield* checkCredits(session)
      const store = yield* JobStore
      const target = { team: session.team.id, job: jobIdOf(session, charge) }
      yield* Crawl.submit({ id: target.job, caller: Team.toCaller(session.team), request }).pipe(
        Effect.catchTags({
          InvalidRequest: (error) => Effect.fail(ApiError.fromInvalidRequest(error)),
          JobError: (error) => Effect.fail(fromJobError(error)),
          ScrapeError: (error) => Effect.fail(fromScrapeError(error))
        })
      )
      const documents: Array<Document> = []
      const followed = Stream.runForEach(
        JobProgress.follow(target),
        ({ results }) => Effect.sync(() => documents.push(...results as ReadonlyArray<Document>))
      )
      const cancel = Effect.ignore(store.cancel(target))
      const ended = yield* Effect.timeoutOption(followed, limit).pipe(
        Effect.mapError(fromJobError),
        Effect.onInterrupt(() => cancel)
      )
      if (ended._tag === "None") {
        yield* cancel
        this.warn(
          `The crawl timed out; the ${documents.length} pages read before are returned.`
        )
      }
      const job = yield* Effect.mapError(store.get(target), fromJobError)
      this.pay(job.credits)
      session.note.results = documents.length
      if (job.warning !== undefined) this.warn(job.warning)
      if (job.counts.failed > 0) this.warn(`${job.counts.failed} pages of the crawl failed.`)
      return { documents }
    })
  }

  private with() {
    return { session: this.session, charge: this.charge, part: this.part }
  }
}

export const secondsSince = (start: number): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => Math.round((now - start) / 10) / 100)
