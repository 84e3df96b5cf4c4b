/** Manages pages that stay open after a scrape. They are limited, charged per minute, and always closed. */
import { CreditLedger, Operation, type Reservation } from "@dunlin/credits/CreditLedger"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import { type OpenPage, Scraper, type ScrapeTask } from "@dunlin/pipeline/Scraper"
import { SearchSettings } from "@dunlin/pipeline/SearchSettings"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as ApiError from "../../ApiError.ts"
import { defaults, InteractLimits, type Options } from "../../InteractLimits.ts"
import * as Team from "../../Team.ts"
import { fromCreditError, fromScrapeError } from "../failures.ts"
import { Scrapes } from "./scrapes.ts"

const MINUTE_MS = 60_000

/** Credits stay reserved after the page closes, so that a busy machine can settle them. */
const TIME_TO_SETTLE_MS = 60_000

const MIN_CHECK_INTERVAL_MS = 50

interface Stay {
  readonly id: string
  readonly team: string
  readonly scope: Scope.Closeable
  readonly page: Deferred.Deferred<OpenPage, ApiError.ApiError>
  readonly startedAt: number
  reservation: Reservation | undefined
  creditsPerMinute: number
  usedAt: number
  calls: number
  watcher: Fiber.Fiber<void> | undefined
}

export interface Ended {
  readonly milliseconds: number
  readonly credits: number
  readonly warnings: ReadonlyArray<string>
}

const unknown = ApiError.make(
  "NOT_FOUND",
  "The team has no such scrape on this server, or its page can no longer be opened: scrape the page again, and " +
    "send calls to the server that scraped it"
)

const givenUp = ApiError.make(
  "SERVICE_UNAVAILABLE",
  "The call that opened the page was cancelled: send this call again",
  {
    retryAfter: 1
  }
)

const noBrowser = ApiError.make("NOT_IMPLEMENTED", "This server does not keep pages open after a scrape")

export class Interactions {
  readonly scrapes: Scrapes
  private readonly limits: Options
  private readonly stays = new Map<string, Stay>()

  constructor(limits: Options) {
    this.limits = limits
    this.scrapes = new Scrapes(Duration.toMillis(limits.opensWithin))
  }

  private nameOf(team: string, id: string): string {
    return JSON.stringify([team, id])
  }

  private endOf({ calls, startedAt, usedAt }: Stay): number {
    const { idle, life } = this.limits
    const last = startedAt + Duration.toMillis(life)
    return calls > 0 ? last : Math.min(last, usedAt + Duration.toMillis(idle))
  }

  private refusal(team: string): ApiError.ApiError | undefined {
    const { perServer, perTeam } = this.limits
    const own = [...this.stays.values()].filter((stay) => stay.team === team).length
    const retryAfter = Math.ceil(Duration.toSeconds(this.limits.idle))
    if (own >= perTeam) {
      const sentence = `The team has ${own} open pages, its limit: close one with DELETE /v2/scrape/{id}/interact`
      return ApiError.make("RATE_LIMITED", sentence, { retryAfter, details: { open: own } })
    }
    return this.stays.size < perServer
      ? undefined
      : ApiError.make("SERVICE_UNAVAILABLE", `The server has reached its limit of ${perServer} open pages`, {
        retryAfter
      })
  }

  private open(stay: Stay, task: ScrapeTask) {
    const { life } = this.limits
    return Effect.gen(function*() {
      const { open } = yield* Scraper
      if (open === undefined) return yield* noBrowser
      const ledger = yield* CreditLedger
      stay.creditsPerMinute = (yield* SearchSettings).prices.browserMinute
      const most = Math.ceil(Duration.toMillis(life) / MINUTE_MS) * stay.creditsPerMinute
      stay.reservation = yield* Effect.mapError(
        ledger.reserve({
          account: stay.team,
          amount: most,
          key: `interact-${stay.id}-${stay.startedAt}`,
          once: true,
          expiresIn: Duration.toMillis(life) + TIME_TO_SETTLE_MS
        }),
        fromCreditError
      )
      return yield* Effect.mapError(Scope.provide(open({ ...task, life }), stay.scope), fromScrapeError)
    })
  }

  private watch(stay: Stay): Effect.Effect<void, never, CreditLedger> {
    return Effect.gen({ self: this }, function*() {
      while (this.stays.get(this.nameOf(stay.team, stay.id)) === stay) {
        const left = this.endOf(stay) - (yield* Clock.currentTimeMillis)
        if (left <= 0) {
          stay.watcher = undefined
          return yield* Effect.asVoid(this.end(stay))
        }
        yield* Effect.sleep(Math.max(MIN_CHECK_INTERVAL_MS, left))
      }
    })
  }

  private stayOf(
    caller: Team.Team,
    id: string
  ): Effect.Effect<Stay, ApiError.ApiError, Scraper | CreditLedger> {
    return Effect.gen({ self: this }, function*() {
      const now = yield* Clock.currentTimeMillis
      const name = this.nameOf(caller.id, id)
      const known = this.stays.get(name)
      if (known !== undefined) return known
      const task = this.scrapes.find(caller.id, id, now)
      if (task === undefined) return yield* unknown
      const refused = this.refusal(caller.id)
      if (refused !== undefined) return yield* refused
      const stay: Stay = {
        id,
        team: caller.id,
        scope: Scope.makeUnsafe(),
        page: Deferred.makeUnsafe(),
        startedAt: now,
        reservation: undefined,
        creditsPerMinute: 0,
        usedAt: now,
        calls: 0,
        watcher: undefined
      }
      this.stays.set(name, stay)
      stay.watcher = yield* Effect.forkDetach(this.watch(stay))
      yield* this.open(stay, { ...task, caller: Team.toCaller(caller) }).pipe(
        Effect.onExit((exit) => {
          if (Exit.isSuccess(exit)) return Deferred.succeed(stay.page, exit.value)
          const failure = exit.cause.reasons.find(Cause.isFailReason)
          return Effect.andThen(
            Deferred.fail(stay.page, failure === undefined ? givenUp : failure.error),
            Effect.asVoid(this.end(stay, "not opened"))
          )
        })
      )
      return stay
    })
  }

  call<A>(
    caller: Team.Team,
    id: string,
    use: (page: OpenPage) => Effect.Effect<A, ScrapeError>
  ): Effect.Effect<
    { readonly value: A; readonly expiresAt: number; readonly warnings: ReadonlyArray<string> },
    ApiError.ApiError,
    Scraper | CreditLedger
  > {
    return Effect.gen({ self: this }, function*() {
      const stay = yield* this.stayOf(caller, id)
      const page = yield* Deferred.await(stay.page)
      stay.calls++
      const used = Effect.ensuring(
        use(page),
        Effect.map(Clock.currentTimeMillis, (now) => {
          stay.calls--
          stay.usedAt = now
        })
      )
      const value = yield* Effect.catch(used, (error) =>
        Effect.andThen(
          isCrash(error) ? Effect.asVoid(this.end(stay, "crashed")) : Effect.void,
          Effect.fail(fromScrapeError(error))
        ))
      return { value, expiresAt: this.endOf(stay), warnings: page.warnings }
    })
  }

  private end(
    stay: Stay,
    how: "stopped" | "crashed" | "not opened" = "stopped"
  ): Effect.Effect<Ended, never, CreditLedger> {
    const name = this.nameOf(stay.team, stay.id)
    if (this.stays.get(name) !== stay) return Effect.succeed({ milliseconds: 0, credits: 0, warnings: [] })
    this.stays.delete(name)
    stay.watcher?.interruptUnsafe()
    return Effect.uninterruptible(Effect.gen(function*() {
      const saved = how === "stopped"
        ? yield* Effect.result(Effect.flatMap(Deferred.await(stay.page), ({ save }) => save))
        : undefined
      yield* Scope.close(stay.scope, Exit.void)
      const milliseconds = (yield* Clock.currentTimeMillis) - stay.startedAt
      const credits = how === "not opened"
        ? 0
        : Math.max(1, Math.ceil(milliseconds / MINUTE_MS)) * stay.creditsPerMinute
      const ledger = yield* CreditLedger
      const charged = stay.reservation === undefined
        ? 0
        : yield* ledger.settle(stay.reservation, credits).pipe(
          Effect.map((settled) => settled.charged),
          Effect.provideService(Operation, "interact"),
          Effect.catch(({ message }) => Effect.as(Effect.logError(`An open page could not be charged: ${message}`), 0))
        )
      const warnings = saved === undefined
        ? []
        : saved._tag === "Success"
        ? saved.success
        : [`The profile was not saved: ${saved.failure.message}.`]
      return { milliseconds, credits: charged, warnings }
    }))
  }

  stop(team: string, id: string): Effect.Effect<Ended, ApiError.ApiError, CreditLedger> {
    return Effect.gen({ self: this }, function*() {
      const stay = this.stays.get(this.nameOf(team, id))
      if (stay !== undefined) return yield* this.end(stay)
      if (this.scrapes.find(team, id, yield* Clock.currentTimeMillis) === undefined) return yield* unknown
      return { milliseconds: 0, credits: 0, warnings: [] }
    })
  }

  get stopAll(): Effect.Effect<void, never, CreditLedger> {
    return Effect.suspend(() =>
      Effect.forEach([...this.stays.values()], (stay) => this.end(stay), { concurrency: "unbounded", discard: true })
    )
  }
}

const isCrash = ({ reason }: ScrapeError): boolean =>
  reason._tag === "FetchFailed" && reason.error.reason._tag === "BrowserCrashed"

export const OpenPages = Context.Reference<Interactions>("@dunlin/http-api/internal/interact/OpenPages", {
  defaultValue: () => new Interactions(defaults)
})

export const makeOpenPages: Effect.Effect<Interactions, never, CreditLedger | Scope.Scope> = Effect.acquireRelease(
  Effect.map(InteractLimits, (limits) => new Interactions(limits)),
  (interactions) => interactions.stopAll
)
