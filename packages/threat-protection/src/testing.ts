/**
 * Tests the requirements of every `ThreatGuard`. Use the suite for your own guard.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import { assert } from "@dunlin/common/testing"
import type { ThreatProtection } from "@dunlin/schema/ThreatProtection"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as ThreatGuard from "./ThreatGuard.ts"
import * as ThreatPolicy from "./ThreatPolicy.ts"

const addresses = [
  "https://plain.example/a?b=c#d",
  "https://user:secret@plain.example/",
  "http://[2001:db8::1]:8080/",
  "https://xn--bcher-kva.example./",
  "data:text/plain,a",
  "about:blank"
]

const decided: ReadonlyArray<readonly [ThreatProtection, string, ThreatGuard.Decision["reason"]]> = [
  [{ blacklist: ["bad.example"] }, "https://bad.example/", "blacklist"],
  [{ blacklist: ["bad.example"] }, "https://sub.bad.example./", "blacklist"],
  [{ blockedTlds: ["zip"] }, "https://a.zip/", "tld"],
  [{ blockedTlds: ["zip"], whitelist: ["a.zip"] }, "https://a.zip/", "whitelist"],
  [{ blacklist: ["bad.example"], whitelist: ["bad.example"] }, "https://bad.example/", "whitelist"],
  [{ blacklist: ["bad.example"], blockedTlds: ["example"] }, "https://bad.example/", "blacklist"]
]

/**
 * Returns the suite. The guard must not block `plain.example`.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<ThreatGuard.ThreatGuard, E>
): Conformance.Suite<ThreatGuard.ThreatGuard, E> =>
  Conformance.suiteOf(`ThreatGuard (${name})`, layer, (it) => {
    for (const mode of ["normal", "off"] as const) {
      it.effect(`applies the lists in their order (${mode})`, () =>
        Effect.gen(function*() {
          const guard = yield* ThreatGuard.ThreatGuard
          for (const [lists, url, reason] of decided) {
            const decision = yield* guard.check(url, ThreatPolicy.resolve({ ...lists, mode }))
            assert.deepInclude(decision, { allowed: reason === "whitelist", reason, scanned: false }, url)
          }
        }))
    }

    it.effect("allows a URL that no rule blocks", () =>
      Effect.gen(function*() {
        const guard = yield* ThreatGuard.ThreatGuard
        for (const policy of [ThreatPolicy.off, ThreatPolicy.resolve({ blacklist: ["bad.example"] })]) {
          for (const url of addresses) assert.isTrue((yield* guard.check(url, policy)).allowed, url)
        }
      }))

    it.effect("scans no URL if the policy is off", () =>
      Effect.gen(function*() {
        const guard = yield* ThreatGuard.ThreatGuard
        for (const url of addresses) {
          assert.deepInclude(yield* guard.check(url, ThreatPolicy.off), { reason: "off", scanned: false }, url)
        }
      }))

    it.effect("blocks a string that is not a URL, and never fails", () =>
      Effect.gen(function*() {
        const guard = yield* ThreatGuard.ThreatGuard
        const policies = [
          ThreatPolicy.off,
          ThreatPolicy.resolve({ blacklist: ["bad.example"], failurePolicy: "closed" })
        ]
        for (const policy of policies) {
          for (const nonsense of ["", "no address", "http://", "http://a b/", "\u0000", "x".repeat(100_000)]) {
            const decision = yield* guard.check(nonsense, policy)
            assert.deepInclude(decision, { allowed: false, reason: "failure", scanned: false })
          }
        }
      }))

    it.effect("decides synchronously and allows all URLs only if it says so", () =>
      Effect.gen(function*() {
        const guard = yield* ThreatGuard.ThreatGuard
        const policies = [
          ThreatPolicy.off,
          ThreatPolicy.resolve(undefined),
          ThreatPolicy.resolve({ failurePolicy: "closed" }),
          ThreatPolicy.resolve({ whitelist: ["plain.example"] }),
          ThreatPolicy.resolve({ mode: "off", blacklist: ["plain.example"] })
        ]
        for (const policy of policies) {
          for (const url of addresses) {
            if (guard.isImmediate === true) assert.isTrue(Exit.isSuccess(Effect.runSyncExit(guard.check(url, policy))))
            if (guard.allowsAll?.(policy) === true) assert.isTrue((yield* guard.check(url, policy)).allowed, url)
          }
        }
      }))

    it.effect("counts a URL once per session, however often it is checked", () =>
      Effect.gen(function*() {
        const session = yield* ThreatGuard.session(ThreatPolicy.resolve(undefined))
        const url = "https://plain.example/"
        const first = yield* session.check(url)
        for (const other of yield* session.checkAll([url, `${url}#part`])) {
          assert.strictEqual(other.allowed, first.allowed)
        }
        yield* session.checkHop("https://hop.plain.example/")
        assert.strictEqual(yield* session.scanned, first.scanned ? 1 : 0)
      }))
  })

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
