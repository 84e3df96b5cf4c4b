import { Fetcher, type OpenPage as FetchedPage } from "@dunlin/fetcher/Fetcher"
import type { FetchError } from "@dunlin/fetcher/FetchError"
import { NavigationGuard } from "@dunlin/fetcher/NavigationGuard"
import { ProfileNamespace } from "@dunlin/fetcher/Profiles"
import { ThreatGuard } from "@dunlin/threat-protection/ThreatGuard"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Caller from "../Caller.ts"
import * as Deadline from "../Deadline.ts"
import * as Retention from "../Retention.ts"
import * as ScrapeError from "../ScrapeError.ts"
import type { ScrapeTask } from "../Scraper.ts"
import { guardUrl } from "./guardUrl.ts"
import { refuseHop } from "./loadPage.ts"
import { withoutTraces } from "./withoutTraces.ts"

type Call<F> = F extends (request: infer Request) => Effect.Effect<infer A, FetchError>
  ? (request: Request) => Effect.Effect<A, ScrapeError.ScrapeError>
  : never

export interface OpenPage {
  readonly act: Call<FetchedPage["act"]>
  readonly run: Call<FetchedPage["run"]>
  readonly save: Effect.Effect<ReadonlyArray<string>, ScrapeError.ScrapeError>
  readonly warnings: ReadonlyArray<string>
}

const UNREDACTED = "redactPII does not apply to the results of calls on an open page."

const failed = <A, R>(effect: Effect.Effect<A, FetchError, R>): Effect.Effect<A, ScrapeError.ScrapeError, R> =>
  Effect.mapError(effect, (error) => ScrapeError.make(new ScrapeError.FetchFailed({ error })))

export const stayingOpen = (services: Context.Context<never>) => {
  const fetcher = Context.getOption(services, Fetcher)
  const threats = Context.getOption(services, ThreatGuard)
  if (fetcher._tag === "None" || threats._tag === "None" || fetcher.value.open === undefined) return undefined
  const { open } = fetcher.value
  return Effect.fn("Scraper.open")(function*(
    task: ScrapeTask & { readonly life: Duration.Input }
  ): Effect.fn.Return<OpenPage, ScrapeError.ScrapeError, Scope.Scope> {
    const { caller = Caller.local, life, options: given, url } = task
    const retention = task.retention ?? Retention.of([], given)
    const { options, warnings: notices } = withoutTraces(given, retention)
    const { checkHop, warnings } = yield* Effect.provideService(
      guardUrl({ url, options, caller, retention, warnings: notices }),
      ThreatGuard,
      threats.value
    )
    const callers = yield* NavigationGuard
    const policy = refuseHop(checkHop)
    const page = yield* failed(open({ url, options, life, timeout: options.timeout })).pipe(
      Effect.provideService(NavigationGuard, { check: (hop) => Effect.andThen(callers.check(hop), policy(hop)) }),
      Effect.provideService(ProfileNamespace, caller.team),
      Deadline.within(options.timeout),
      Caller.onBehalfOf(caller)
    )
    return {
      act: (request) => failed(page.act(request)),
      run: (request) => failed(page.run(request)),
      save: failed(page.save),
      warnings: options.redactPII === false ? warnings : [...warnings, UNREDACTED]
    }
  })
}
