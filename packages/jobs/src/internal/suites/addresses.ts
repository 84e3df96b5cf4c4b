/** Tests the URLs that a job has found but that are not its pages. */
import { assert } from "@dunlin/common/testing"
import type { OmissionReason } from "@dunlin/schema/Omission"
import * as Effect from "effect/Effect"
import type { Claim, NewPage, OmittedPage } from "../../Job.ts"
import { JobStore } from "../../JobStore.ts"
import { type Check, claim, done, jobOf, pagesOf } from "./checks.ts"

const omittedOf = (pages: ReadonlyArray<NewPage>, reason: OmissionReason = "numbers"): ReadonlyArray<OmittedPage> =>
  pages.map(({ key, url }) => ({ key, url, reason }))

export const addresses: ReadonlyArray<Check> = [
  [
    "reports the omitted URLs of a job after its last page",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("passing", { count: 2 }))
      const target = { team: job.team, job: job.id }
      const [first, second] = yield* claim(2)
      const away = pagesOf("away", 3)
      const omitted = omittedOf(away)
      yield* store.settle({
        claim: first!,
        outcome: done("a"),
        omitted: [...omitted, ...omittedOf(pagesOf("passing", 2))]
      })
      yield* store.settle({ claim: second!, outcome: done("b"), discovered: away.slice(0, 1), omitted })
      const [third] = yield* claim(2)
      assert.deepStrictEqual([third?.key, (yield* store.get(target)).warning], [away[0]!.key, undefined])
      yield* store.settle({ claim: third!, outcome: done("c") })
      const { counts, state, warning = "" } = yield* store.get(target)
      assert.deepStrictEqual([state, counts.total], ["completed", 3])
      assert.match(warning, /^2 URLs were not followed/)
      assert.include(warning, away[1]!.url)
    })
  ],

  [
    "records at most as many omitted URLs as a job may have pages, and reports that there are more",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("pouring", { count: 2, mostPages: 5 }))
      const target = { team: job.team, job: job.id }
      const warning = Effect.map(store.get(target), ({ warning = "" }) => warning)
      const away = pagesOf("away", 600)
      const omitted = omittedOf(away)
      const [first, second] = yield* claim(2)
      yield* store.settle({ claim: first!, outcome: done("a"), omitted })
      yield* store.settle({ claim: second!, outcome: done("b"), discovered: away.slice(0, 1), omitted })
      const [third] = yield* claim(2)
      yield* store.settle({ claim: third!, outcome: done("c"), omitted: omitted.toReversed() })
      assert.match(yield* warning, /^At least 4 URLs were not followed/)
      assert.strictEqual(yield* store.append({ ...target, pages: away.slice(0, 2) }), 1)
      const [fourth] = yield* claim(2)
      yield* store.settle({ claim: fourth!, outcome: done("d") })
      assert.match(yield* warning, /^At least 3 URLs were not followed/)
      assert.notInclude(yield* warning, `${away[1]!.url})`)
    })
  ],

  [
    "reports no omitted URLs if the job reached its limit of pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("satisfied", { count: 1, mostDone: 1 }))
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: done("a"), omitted: omittedOf(pagesOf("away", 3)) })
      const { state, warning } = yield* store.get({ team: job.team, job: job.id })
      assert.deepStrictEqual([state, warning], ["completed", undefined])
    })
  ],

  [
    "counts each URL once, under its first reason, and not if it became a page",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("accounting", { count: 3 }))
      const target = { team: job.team, job: job.id }
      const account = Effect.map(
        store.omissions(target),
        (omissions) => Object.fromEntries(omissions.map(({ count, reason }) => [reason, count]))
      )
      const [first, second, third] = yield* claim(3)
      const away = pagesOf("away", 4)
      const dropped = { _tag: "Dropped" } as const
      const omitted = [...omittedOf(away.slice(0, 3), "site"), ...omittedOf(away.slice(3), "depth")]
      yield* store.settle({ claim: first!, outcome: done("a"), omitted })
      yield* store.settle({
        claim: second!,
        outcome: dropped,
        reason: "duplicate",
        omitted: omittedOf(away, "excluded")
      })
      assert.deepStrictEqual(yield* account, { depth: 1, duplicate: 1, site: 3 })
      yield* store.settle({ claim: third!, outcome: dropped, reason: "numbers", discovered: away.slice(3) })
      assert.deepStrictEqual(yield* account, { duplicate: 1, numbers: 1, site: 3 })
      const [fourth] = yield* claim(1)
      yield* store.settle({ claim: fourth!, outcome: done("d"), discovered: [{ key: third!.key, url: third!.url }] })
      const [again] = yield* claim(1)
      assert.strictEqual(again?.key, third!.key)
      yield* store.settle({ claim: again!, outcome: done("e") })
      assert.deepStrictEqual(yield* account, { duplicate: 1, site: 3 })
    })
  ],

  [
    "adds links that only a rejected result contained before",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("repeating", { count: 3 }))
      const [first, second, third] = yield* claim(3)
      const links = pagesOf("linked", 3)
      const omitted = omittedOf(pagesOf("away", 2))
      const settle = (claim: Claim, count: number) =>
        store.settle({ claim, outcome: done("a"), discovered: links.slice(0, count), omitted: omitted.slice(0, count) })
      assert.deepInclude(yield* settle(first!, 1), { settled: true, added: 1 })
      assert.deepInclude(yield* settle(first!, 2), { settled: false })
      assert.deepInclude(yield* settle(second!, 2), { settled: true, added: 1 })
      const both = yield* Effect.all([settle(second!, 3), settle(third!, 2)], { concurrency: "unbounded" })
      assert.deepStrictEqual(both.map(({ settled, added }) => [settled, added]), [[false, 0], [true, 0]])
      const [fourth] = yield* claim(1)
      assert.deepInclude(yield* settle(fourth!, 3), { settled: true, added: 1 })
      const [account] = yield* store.omissions({ team: job.team, job: job.id })
      assert.deepInclude(account!, { reason: "numbers", count: 2 })
    })
  ],

  [
    "counts waiting URLs of a job that reached its limit, and URLs beyond the limit of known pages",
    Effect.gen(function*() {
      const store = yield* JobStore
      const limited = (yield* store.submit(jobOf("limited", { count: 4, mostDone: 1 }))).job
      const [page] = yield* claim(1)
      yield* store.settle({ claim: page!, outcome: done("a") })
      const [beyond, ...others] = yield* store.omissions({ team: limited.team, job: limited.id })
      assert.deepInclude(beyond!, { reason: "limit", count: 3 })
      assert.match(beyond!.example, /^https?:/)
      assert.deepStrictEqual(others, [])
      const full = (yield* store.submit(jobOf("full", { count: 1, mostPages: 3 }))).job
      const [start] = yield* claim(1)
      yield* store.settle({ claim: start!, outcome: done("a"), discovered: pagesOf("found", 4) })
      const [known] = yield* store.omissions({ team: full.team, job: full.id })
      assert.deepInclude(known!, { reason: "known", count: 2 })
    })
  ],

  [
    "counts the new text fingerprints of a page, and how many pages of a URL pattern had new text",
    Effect.gen(function*() {
      const store = yield* JobStore
      const visit = (page: string, marks: ReadonlyArray<string>, notes: ReadonlyArray<string> = []) =>
        store.visit({ job: "m", page, form: "f", notes, marks, needed: 1 })
      const visits = (form: string, job = "m") => Effect.map(store.visits({ job, forms: [form] }), ([visits]) => visits)
      assert.deepStrictEqual(yield* visits("f"), { tried: 0, useful: 0 })
      assert.strictEqual(yield* visit("one", ["a", "b"], ["n"]), 2)
      assert.strictEqual(yield* visit("two", ["c", "b", "d"], ["n"]), 1)
      assert.strictEqual(yield* visit("three", ["d"]), 1)
      assert.strictEqual(yield* visit("one", ["n", "a", "b"]), 3)
      assert.strictEqual(yield* visit("two", ["a"]), 0)
      assert.deepStrictEqual(yield* visits("f"), { tried: 5, useful: 4 })
      assert.deepStrictEqual(yield* visits("f", "other"), { tried: 0, useful: 0 })
      for (const isTrait of [true, false, true]) {
        const useless = { job: "m", page: "four", form: "f", notes: [], marks: [], needed: 1 }
        yield* store.visit({ ...useless, traits: [{ form: "g", holds: isTrait }, { form: "h", holds: false }] })
      }
      assert.deepStrictEqual(yield* visits("g"), { tried: 3, useful: 2 })
      assert.deepStrictEqual(yield* visits("f"), { tried: 8, useful: 4 })
      assert.deepStrictEqual(yield* store.visits({ job: "m", forms: ["h", "none", "g"] }), [
        { tried: 3, useful: 0 },
        { tried: 0, useful: 0 },
        { tried: 3, useful: 2 }
      ])
    })
  ],

  [
    "returns the URL of the first page that had a fingerprint",
    Effect.gen(function*() {
      const store = yield* JobStore
      const { job } = yield* store.submit(jobOf("copies", { count: 2 }))
      const [first, second] = yield* claim(2)
      const visit = (page: string, note: string) =>
        store.visit({ job: job.id, page, form: "f", notes: [note], marks: ["text"], needed: 1 })
      assert.strictEqual(yield* visit(first!.key, "named"), 1)
      assert.strictEqual(yield* visit(second!.key, "named again"), 0)
      const urlWith = (mark: string) => store.firstWith({ job: job.id, mark })
      assert.strictEqual(yield* urlWith("text"), first!.url)
      assert.strictEqual(yield* urlWith("named again"), second!.url)
      assert.strictEqual(yield* urlWith("unknown"), undefined)
      // A worker that stopped after its visit repeats it.
      assert.strictEqual(yield* visit(first!.key, "named"), 1)
    })
  ]
]
