import * as Spans from "@dunlin/common/Spans"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import { CircuitOpen, ThreatError, Unavailable } from "../ThreatError.ts"
import type { Decision, Options, Session, ThreatGuard } from "../ThreatGuard.ts"
import * as ThreatPolicy from "../ThreatPolicy.ts"
import type { UrlClassifier, Verdict } from "../UrlClassifier.ts"

const failures = Metric.counter("dunlin_threat_classifier_failures_total", {
  description: "Failed classifications, by classifier and reason",
  incremental: true
})

const TRIP_AFTER = 5

const MAX_REMEMBERED_VERDICTS = 10_000

const SCANS_OF_A_SESSION = 4096

const CLASSIFIED_AT_ONCE = 8

interface Judged {
  readonly verdict: Verdict
  readonly ttl: number
  isTold: boolean
}

/** Without a classifier, an open policy uses its lists. For a closed one, this is a failure. */
const withoutClassifier = ({ failurePolicy }: ThreatPolicy.ThreatPolicy): Decision =>
  failurePolicy === "closed" ? unscanned(false, "failure") : unscanned(true, "clean")

const unscanned = (allowed: boolean, reason: Decision["reason"]): Decision => ({ allowed, reason, scanned: false })

const counters = {
  allowed: new Map<string, Metric.Counter<number>>(),
  refused: new Map<string, Metric.Counter<number>>()
}

const counterOf = ({ allowed, reason }: Decision): Metric.Counter<number> => {
  const byReason = allowed ? counters.allowed : counters.refused
  let counter = byReason.get(reason)
  if (counter === undefined) {
    counter = Metric.counter("dunlin_threat_decisions_total", {
      description: "Decisions about URLs, by reason and outcome",
      attributes: { reason, allowed: String(allowed) },
      incremental: true
    })
    byReason.set(reason, counter)
  }
  return counter
}

const toJudge = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ""
  parsed.username = ""
  parsed.password = ""
  return parsed.href
}

/** While the breaker is open, one call at a time may try the classifier. */
const makeBreaker = (name: string, tripAfter: number, openFor: number) => {
  let failed = 0
  let openUntil = -Infinity
  const refused = new ThreatError({ classifier: name, reason: new CircuitOpen() })
  return <A>(effect: Effect.Effect<A, ThreatError>): Effect.Effect<A, ThreatError> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (failed >= tripAfter) {
        if (now < openUntil) return Effect.fail(refused)
        openUntil = now + openFor
      }
      return Effect.onExit(effect, (exit) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          if (Exit.isSuccess(exit)) failed = 0
          // An interrupted call shows nothing about the classifier.
          else if (Exit.hasFails(exit)) {
            failed++
            if (failed >= tripAfter) openUntil = now + openFor
          }
        }))
    })
}

export const make = Effect.fnUntraced(function*(classifier: UrlClassifier["Service"] | undefined, options: Options) {
  const deadline = options.deadline ?? "1500 millis"
  const bad = Duration.toMillis(options.badTimeToLive ?? "30 minutes")
  const clean = Duration.toMillis(options.cleanTimeToLive ?? "10 minutes")
  const name = classifier?.name ?? "none"
  const breaker = makeBreaker(name, options.tripAfter ?? TRIP_AFTER, Duration.toMillis(options.openFor ?? "15 seconds"))

  const classify = (url: string): Effect.Effect<Judged, ThreatError> =>
    classifier === undefined
      ? Effect.fail(new ThreatError({ classifier: name, reason: new Unavailable({}) }))
      : Effect.gen(function*() {
        const verdict = yield* breaker(Effect.timeoutOrElse(classifier.classify(url), {
          duration: deadline,
          orElse: () => Effect.fail(new ThreatError({ classifier: name, reason: new Unavailable({}) }))
        }))
        const now = yield* Clock.currentTimeMillis
        const ttl = verdict.expiresAt === undefined ? (verdict.score > 0 ? bad : clean) : verdict.expiresAt - now
        return { verdict, ttl: Math.max(0, ttl), isTold: false }
      })

  const verdicts = yield* Cache.makeWith(classify, {
    capacity: options.capacity ?? MAX_REMEMBERED_VERDICTS,
    timeToLive: (exit) => Exit.isSuccess(exit) ? exit.value.ttl : 0
  })

  const fromVerdict = (judged: Judged, policy: ThreatPolicy.ThreatPolicy): Decision => {
    const { score } = judged.verdict
    const blocked = score >= policy.riskScoreThreshold
    // A scan is charged to the first request that uses its verdict.
    const scanned = !judged.isTold
    judged.isTold = true
    return { allowed: !blocked, reason: blocked ? "classifier" : "clean", score, scanned }
  }

  const ask = (url: string, policy: ThreatPolicy.ThreatPolicy): Effect.Effect<Decision> =>
    Effect.matchEffect(Cache.get(verdicts, toJudge(url)), {
      onFailure: (error) =>
        Effect.as(
          Metric.update(
            Metric.withAttributes(failures, { classifier: error.classifier, reason: error.reason._tag }),
            1
          ),
          unscanned(policy.failurePolicy === "open", "failure")
        ),
      onSuccess: (judged) => Effect.succeed(fromVerdict(judged, policy))
    })

  /** Without a classifier, a closed policy blocks URLs that its lists do not allow. */
  const atOnce = (url: string, policy: ThreatPolicy.ThreatPolicy): Decision | undefined =>
    ThreatPolicy.decide(policy, url) ?? (classifier === undefined ? withoutClassifier(policy) : undefined)

  const span = Spans.span("ThreatGuard.check")
  const annotated = (effect: Effect.Effect<Decision>) =>
    span(Effect.tap(effect, (decision) =>
      Effect.annotateCurrentSpan({
        "threat.allowed": decision.allowed,
        "threat.reason": decision.reason,
        "threat.scanned": decision.scanned
      })))

  const service: ThreatGuard["Service"] = {
    check: (url, policy) =>
      Effect.withFiber((fiber) => {
        const count = (decision: Decision): Decision => {
          counterOf(decision).updateUnsafe(1, fiber.context)
          return decision
        }
        const decided = atOnce(url, policy)
        const checked = decided === undefined ? Effect.map(ask(url, policy), count) : Effect.succeed(count(decided))
        return Spans.isUntraced(fiber) ? checked : annotated(checked)
      }),
    isImmediate: classifier === undefined,
    notice: classifier === undefined
      ? "No URL scanner is configured; threatProtection applied only its lists."
      : undefined,
    allowsAll: classifier === undefined
      ? (policy) => ThreatPolicy.listsNobody(policy) && (policy.mode === "off" || policy.failurePolicy === "open")
      : ThreatPolicy.allowsAll
  }
  return service
})

export const makeSession = (
  guard: ThreatGuard["Service"],
  policy: ThreatPolicy.ThreatPolicy
): Effect.Effect<Session> =>
  Effect.sync(() => {
    const charged = new Set<string>()
    const unjudged = new Set<string>()
    // Decisions by lists are cheaper than a cache lookup, so they are not cached.
    const scans = new Map<string, Decision>()
    const decide = (url: string, isCharged: boolean): Effect.Effect<Decision> =>
      Effect.suspend(() => {
        const known = scans.size === 0 ? undefined : scans.get(toJudge(url))
        return Effect.map(known === undefined ? guard.check(url, policy) : Effect.succeed(known), (decision) => {
          if (decision.allowed && decision.reason === "failure" && unjudged.size < SCANS_OF_A_SESSION) {
            unjudged.add(toJudge(url))
          }
          if (decision.scanned) {
            if (known === undefined && scans.size < SCANS_OF_A_SESSION) scans.set(toJudge(url), decision)
            if (isCharged) charged.add(toJudge(url))
          }
          return decision
        })
      })
    const check = (url: string) => decide(url, true)
    return {
      check,
      checkAll: (urls) =>
        Effect.forEach(urls, check, { concurrency: guard.isImmediate === true ? 1 : CLASSIFIED_AT_ONCE }),
      checkHop: (url) => decide(url, false),
      scanned: Effect.sync(() => charged.size),
      unjudged: Effect.sync(() => unjudged.size)
    }
  })
