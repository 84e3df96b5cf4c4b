/**
 * Encrypts the jobs of a `JobStore` that must be unreadable after they expire, because databases retain bytes of
 * deleted rows. After a job is deleted, its key is destroyed. Ids, teams, numbers and times are not encrypted.
 */
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { Claim, Job, NewPage, OmittedPage, Outcome, PageRecord } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"
import { sealedFormatOf } from "../formats.ts"
import type { JobStore } from "../service.ts"
import { type Cipher, isSealedHost, isToken } from "./cipher.ts"
import type { Ring } from "./ring.ts"

type Store = JobStore["Service"]

/** Prefix of the claim tokens of encrypted jobs. */
const MARK = "sealed "

/** Workers cache derived data by the identity of a spec object. */
const MAX_PARSED_SPECS = 16

const KEY_LOST: Outcome = {
  _tag: "Failed",
  error: {
    code: "JOB_KEY_LOST",
    message: "the key of its encrypted data was lost in a crash of the database; submit the job again"
  },
  credits: 0
}

const isOfStore = (key: string): boolean => key === "started" || key === "completed"

const sealedKey = (cipher: Cipher, key: string): string => isOfStore(key) || isToken(key) ? key : cipher.seal(key)

const sealedPage = (cipher: Cipher) => ({ format, key, payload, url, ...page }: NewPage): NewPage => ({
  ...page,
  key: sealedKey(cipher, key),
  url: cipher.sealUrl(url),
  format: sealedFormatOf(format),
  ...(payload === undefined ? {} : { payload: cipher.sealJson(payload) })
})

const sealedOmission = (cipher: Cipher) => ({ key, reason, url }: OmittedPage): OmittedPage => ({
  key: cipher.seal(key),
  url: cipher.sealUrl(url),
  reason
})

const sealedOutcome = (cipher: Cipher, outcome: Outcome): Outcome => {
  if (outcome._tag === "Dropped") return outcome
  if (outcome._tag === "Failed") {
    return { ...outcome, error: { ...outcome.error, message: cipher.seal(outcome.error.message) } }
  }
  return outcome.result === undefined ? outcome : { ...outcome, result: cipher.sealJson(outcome.result) }
}

const openedClaim = (cipher: Cipher, claim: Claim, spec: Schema.Json): Claim => ({
  ...claim,
  spec,
  key: cipher.open(claim.key),
  url: cipher.open(claim.url),
  payload: claim.payload === undefined ? undefined : cipher.openJson(claim.payload),
  token: MARK + claim.token
})

const openedJob = (cipher: Cipher, job: Job): Job => ({
  ...job,
  spec: cipher.openJson(job.spec),
  warning: job.warning === undefined ? undefined : cipher.open(job.warning)
})

const sealedClaim = (cipher: Cipher, claim: Claim): Claim => ({
  ...claim,
  key: sealedKey(cipher, claim.key),
  url: cipher.sealUrl(claim.url),
  token: claim.token.slice(MARK.length)
})

const openedRecord = (cipher: Cipher) => ({ copyOf, error, key, url, ...record }: PageRecord): PageRecord => ({
  ...record,
  key: cipher.open(key),
  url: cipher.open(url),
  ...(error === undefined ? {} : { error: { ...error, message: cipher.open(error.message) } }),
  ...(copyOf === undefined ? {} : { copyOf: cipher.open(copyOf) })
})

const isMarked = ({ token }: Pick<Claim, "token">): boolean => token.startsWith(MARK)

const open = (ring: Ring) => (job: Job): Effect.Effect<Job, JobError> =>
  isToken(job.spec) ? Effect.map(ring.need(job.id), (cipher) => openedJob(cipher, job)) : Effect.succeed(job)

const hostIn = (ring: Ring) => (job: string | undefined, host: string): Effect.Effect<string, JobError> =>
  job === undefined ? Effect.succeed(host) : Effect.map(ring.find(job), (cipher) => cipher?.sealHost(host) ?? host)

const submitter = (store: Store, ring: Ring): Pick<Store, "append" | "submit"> => {
  const opened = open(ring)
  return {
    submit: Effect.fnUntraced(function*(job) {
      if (!(job.sealed ?? job.ephemeral ?? false)) {
        const submitted = yield* store.submit(job)
        return { ...submitted, job: yield* opened(submitted.job) }
      }
      const cipher = yield* ring.create(job.id)
      const submitted = yield* store.submit({
        ...job,
        spec: cipher.sealJson(job.spec),
        pages: job.pages.map(sealedPage(cipher)),
        ...(job.owed === undefined ? {} : {
          owed: job.owed.map(({ key, url, ...owed }) => ({ ...owed, key: cipher.seal(key), url: cipher.sealUrl(url) }))
        })
      })
      return { ...submitted, job: yield* opened(submitted.job) }
    }),

    append: Effect.fnUntraced(function*({ pages, ...request }) {
      const cipher = yield* ring.find(request.job)
      return yield* store.append({ ...request, pages: cipher === undefined ? pages : pages.map(sealedPage(cipher)) })
    })
  }
}

const leaser = (store: Store, ring: Ring): Pick<Store, "claim" | "heartbeat" | "release" | "settle"> => {
  const specs = new Map<string, Schema.Json>()
  const specOf = (cipher: Cipher, token: string): Schema.Json => {
    const known = specs.get(token)
    if (known !== undefined) return known
    const spec = cipher.openJson(token)
    if (specs.size >= MAX_PARSED_SPECS) specs.delete(specs.keys().next().value!)
    specs.set(token, spec)
    return spec
  }

  /**
   * Decrypts a claim. If its key is missing, the claim waits for a process that restores the key. If none does, the
   * page fails.
   */
  const opened = Effect.fnUntraced(function*(claim: Claim): Effect.fn.Return<ReadonlyArray<Claim>, JobError> {
    const { spec } = claim
    if (!isToken(spec)) {
      ring.notePlain(claim.job)
      return [claim]
    }
    const cipher = yield* ring.find(claim.job)
    if (cipher !== undefined) return [openedClaim(cipher, claim, specOf(cipher, spec))]
    yield* (yield* ring.isLost(claim.job))
      ? store.settle({ claim, outcome: KEY_LOST })
      : store.release({ claim, delay: 10_000, free: true })
    return []
  })

  return {
    claim: (request) =>
      Effect.flatMap(
        store.claim(request),
        (claims) => Effect.map(Effect.forEach(claims, opened), (some) => some.flat())
      ),

    heartbeat: Effect.fnUntraced(function*({ lease, tokens }) {
      const bare = (token: string) => isMarked({ token }) ? token.slice(MARK.length) : token
      const held = new Set(yield* store.heartbeat({ lease, tokens: tokens.map(bare) }))
      return tokens.filter((token) => held.has(bare(token)))
    }),

    settle: Effect.fnUntraced(function*({ claim, copyOf, discovered, event, omitted, outcome, ...request }) {
      if (!isMarked(claim)) {
        return yield* store.settle({ claim, copyOf, discovered, event, omitted, outcome, ...request })
      }
      const cipher = yield* ring.need(claim.job)
      return yield* store.settle({
        ...request,
        claim: sealedClaim(cipher, claim),
        outcome: sealedOutcome(cipher, outcome),
        copyOf: copyOf === undefined ? undefined : cipher.sealUrl(copyOf),
        discovered: discovered?.map(sealedPage(cipher)),
        omitted: omitted?.map(sealedOmission(cipher)),
        event: event === undefined ? undefined : { ...event, page: sealedPage(cipher)(event.page) }
      })
    }),

    release: Effect.fnUntraced(function*({ claim, warning, ...request }) {
      if (!isMarked(claim)) return yield* store.release({ claim, warning, ...request })
      const cipher = yield* ring.need(claim.job)
      return yield* store.release({
        ...request,
        claim: sealedClaim(cipher, claim),
        warning: warning === undefined ? undefined : cipher.seal(warning)
      })
    })
  }
}

type Reader = Pick<
  Store,
  "cancel" | "failures" | "get" | "list" | "look" | "omissions" | "records" | "results" | "wait"
>

const reader = (store: Store, ring: Ring): Reader => {
  const opened = open(ring)
  return {
    cancel: (request) => Effect.flatMap(store.cancel(request), opened),
    get: (request) => Effect.flatMap(store.get(request), opened),
    list: (request) =>
      Effect.flatMap(store.list(request), (jobs) =>
        Effect.map(
          Effect.forEach(jobs, (job) => Effect.option(opened(job))),
          (known) => known.flatMap((job) => job._tag === "Some" ? [job.value] : [])
        )),

    look: (request) =>
      Effect.flatMap(store.look(request), (turns) =>
        Effect.forEach(turns, (turn) =>
          isSealedHost(turn.host)
            ? Effect.map(ring.find(turn.job), (cipher) =>
              cipher === undefined
                ? turn
                : { ...turn, url: cipher.open(turn.url), host: cipher.openHost(turn.host) })
            : Effect.succeed(turn))),

    wait: Effect.fnUntraced(function*(request) {
      const wait = yield* store.wait(request)
      if (wait === undefined || wait._tag === "Paused") return wait
      const cipher = yield* ring.find(request.job)
      return cipher === undefined ? wait : { ...wait, host: cipher.openHost(wait.host) }
    }),

    results: Effect.fnUntraced(function*(request) {
      const { results, ...rest } = yield* store.results(request)
      if (!results.some(isToken)) return { ...rest, results }
      const cipher = yield* ring.need(request.job)
      return { ...rest, results: results.map(cipher.openJson) }
    }),

    omissions: Effect.fnUntraced(function*(request) {
      const omissions = yield* store.omissions(request)
      const cipher = omissions.length === 0 ? undefined : yield* ring.find(request.job)
      if (cipher === undefined) return omissions
      return omissions.map(({ example, ...omission }) => ({ ...omission, example: cipher.open(example) }))
    }),

    failures: Effect.fnUntraced(function*(request) {
      const failures = yield* store.failures(request)
      if (!failures.some(({ key }) => isToken(key))) return failures
      const cipher = yield* ring.need(request.job)
      return failures.map(({ at, error, key, url }) => ({
        at,
        key: cipher.open(key),
        url: cipher.open(url),
        error: { ...error, message: cipher.open(error.message) }
      }))
    }),

    records: Effect.fnUntraced(function*({ after, ...request }) {
      const cipher = yield* ring.find(request.job)
      if (cipher === undefined) return yield* store.records({ ...request, after })
      const records = yield* store.records({
        ...request,
        ...(after === undefined ? {} : { after: sealedKey(cipher, after) })
      })
      return records.map(openedRecord(cipher))
    })
  }
}

const learner = (store: Store, ring: Ring): Pick<Store, "firstWith" | "visit" | "visits"> => ({
  visit: Effect.fnUntraced(function*(visit) {
    const cipher = yield* ring.find(visit.job)
    if (cipher === undefined) return yield* store.visit(visit)
    const { digest } = cipher
    return yield* store.visit({
      ...visit,
      // A fingerprint refers to the page's own key, so that its URL can be found.
      page: sealedKey(cipher, visit.page),
      form: digest(visit.form),
      marks: visit.marks.map(digest),
      notes: visit.notes.map(digest),
      ...(visit.traits === undefined ? {} : {
        traits: visit.traits.map((trait) => ({ ...trait, form: digest(trait.form) }))
      })
    })
  }),

  firstWith: Effect.fnUntraced(function*({ job, mark }) {
    const cipher = yield* ring.find(job)
    if (cipher === undefined) return yield* store.firstWith({ job, mark })
    const url = yield* store.firstWith({ job, mark: cipher.digest(mark) })
    return url === undefined ? undefined : cipher.open(url)
  }),

  visits: Effect.fnUntraced(function*({ forms, job }) {
    const cipher = yield* ring.find(job)
    return yield* store.visits({ job, forms: cipher === undefined ? forms : forms.map(cipher.digest) })
  })
})

const turns = (store: Store, ring: Ring): Pick<Store, "pace" | "rest" | "returnTurn" | "takeTurn"> => {
  const host = hostIn(ring)
  return {
    pace: ({ host: name, job, ...request }) =>
      Effect.flatMap(host(job, name), (host) => store.pace({ ...request, host })),
    takeTurn: ({ host: name, job, ...request }) =>
      Effect.flatMap(host(job, name), (host) => store.takeTurn({ ...request, host })),
    returnTurn: ({ host: name, job, ...request }) =>
      Effect.flatMap(host(job, name), (host) => store.returnTurn({ ...request, host })),
    rest: ({ host: name, job, ...request }) =>
      Effect.flatMap(host(job, name), (host) => store.rest({ ...request, host }))
  }
}

/** A URL filter matches no page of an encrypted job, because stored URLs are encrypted. */
const operations = ({ operations }: Store, ring: Ring): Store["operations"] => ({
  ...operations,
  delete: (request) => Effect.tap(operations.delete(request), () => ring.destroy)
})

export const seal = (store: Store, ring: Ring): Store => ({
  ...store,
  ...submitter(store, ring),
  ...leaser(store, ring),
  ...reader(store, ring),
  ...learner(store, ring),
  ...turns(store, ring),
  purge: Effect.tap(store.purge, () => ring.destroy),
  operations: operations(store, ring)
})
