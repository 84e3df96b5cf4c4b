import { ArtifactStore } from "@dunlin/cache"
import { CreditLedger } from "@dunlin/credits"
import { Fetcher, Profiles } from "@dunlin/fetcher"
import { Admission, AuditLog, Idempotency, Server, Team, Teams } from "@dunlin/http-api"
import { JobStore } from "@dunlin/jobs"
import { Scraper } from "@dunlin/pipeline/Scraper"
import { Searcher, type SearchTask } from "@dunlin/pipeline/Searcher"
import type { SearchFailure } from "@dunlin/pipeline/SearchFailure"
import type { SearchResponse } from "@dunlin/schema/SearchResponse"
import { Effect, Layer, Logger, Stream } from "effect"
import { HttpRouter, HttpServer } from "effect/http"

/** Ten results without asking anybody. */
export const answer = (task: SearchTask): SearchResponse => ({
  success: true,
  data: {
    web: Array.from({ length: task.request.limit }, (_, index) => ({
      url: `https://example.com/${index}`,
      title: `Result ${index}`,
      description: "What the page says",
      position: index + 1
    })).filter(({ url }) => task.condition?.holds(url) ?? true)
  },
  warning: task.warnings === undefined || task.warnings.length === 0 ? null : task.warnings.join(" "),
  id: "0b7c7e0e-53e5-4f0f-9d3c-0a5d6c1d4b11",
  creditsUsed: 2
})

export interface Stub {
  readonly search?: (task: SearchTask) => Effect.Effect<SearchResponse, SearchFailure>
  readonly stream?: Searcher["Service"]["stream"]
  readonly scrape?: Scraper["Service"]["scrape"]
  /** Opens pages that stay open. */
  readonly open?: Scraper["Service"]["open"]
  /** What the fetcher knows, for maps. */
  readonly pages?: Parameters<typeof Fetcher.layerMemory>[0]
  /** Browser profiles. */
  readonly profiles?: Layer.Layer<Profiles.Profiles>
  readonly teams?: ReadonlyArray<Team.TeamInput>
  readonly artifacts?: ArtifactStore.ArtifactStore["Service"]
  readonly audit?: Layer.Layer<AuditLog.AuditLog>
  /** References of the server, such as the planner of crawls. */
  readonly ports?: Layer.Layer<never>
  /** Where lines of the log go. */
  readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>>
}

export const services = (stub: Stub = {}) =>
  Layer.mergeAll(
    Layer.succeed(Searcher, {
      search: stub.search ?? ((task) => Effect.succeed(answer(task))),
      stream: stub.stream ?? ((task) => Stream.make({ _tag: "Done", response: answer(task) }))
    }),
    Layer.succeed(Scraper, {
      open: stub.open,
      scrape: stub.scrape ??
        (({ url }) =>
          Effect.succeed({
            document: { markdown: "# Page", metadata: { sourceURL: url, url, statusCode: 200 } },
            usage: { outcome: "delivered" },
            warnings: [],
            text: "# Page"
          }))
    }),
    CreditLedger.layerMemory(),
    Fetcher.layerMemory(stub.pages ?? {}),
    stub.profiles ?? Profiles.layerMemory,
    Layer.orDie(JobStore.layerMemory()),
    stub.artifacts === undefined
      ? ArtifactStore.layerMemory()
      : Layer.succeed(ArtifactStore.ArtifactStore, stub.artifacts),
    stub.teams === undefined ? Teams.layerOpen() : Teams.layer(stub.teams.map(Team.make)),
    Admission.layerMemory,
    Idempotency.layerMemory(),
    stub.audit ?? AuditLog.layerNoop,
    stub.ports ?? Layer.empty
  )

export interface Answer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: string
  readonly body: any
}

type Send = (
  method: string,
  path: string,
  init?: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }
) => Promise<Answer>

/** The whole API in memory. */
export const serve = (stub: Stub = {}, options: Server.Options = {}): {
  readonly dispose: () => Promise<void>
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  readonly send: Send
} => {
  const { dispose, handler } = HttpRouter.toWebHandler(
    Server.layerRoutes(options).pipe(
      Layer.provide(services(stub)),
      Layer.provide(HttpServer.layerServices),
      // Nothing is printed; what is logged is looked at where it matters.
      Layer.provideMerge(Logger.layer(stub.loggers ?? []))
    ),
    { disableLogger: true }
  )
  const send: Send = async (method, path, init = {}) => {
    const response = await handler(
      new Request(`http://dunlin.test${path}`, {
        method,
        ...(init.signal === undefined ? {} : { signal: init.signal }),
        headers: { "content-type": "application/json", ...init.headers },
        ...(init.body === undefined
          ? {}
          : {
            body: typeof init.body === "string" || init.body instanceof Uint8Array
              ? init.body
              : JSON.stringify(init.body)
          })
      })
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (response.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) as any : undefined
    }
  }
  return {
    dispose,
    post: (path: string, body: unknown, headers: Record<string, string> = {}) => send("POST", path, { body, headers }),
    get: (path: string, headers: Record<string, string> = {}) => send("GET", path, { headers }),
    send
  }
}
