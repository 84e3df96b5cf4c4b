// A job that uses every operation of a store that writes texts, each with words that nothing else has.
import type { Job, JobStore } from "@dunlin/jobs"
import { Effect } from "effect"

const HOST = "leakhost9.example"
const url = (path: string) => `https://${HOST}/${path}`

/** Words of the spec, addresses, results, errors, warnings, webhooks, omissions and hosts of the job. */
export const MARKERS = [
  "leakhost9",
  "leakpath9",
  "leaktext9",
  "leakspec9",
  "leakerror9",
  "leaklink9",
  "leakhook9",
  "leakskip9"
]

export const busyJob = Effect.fnUntraced(function*(store: JobStore.JobStore["Service"], id: string) {
  const team = "team"
  const target = { team, job: id }
  const page = (name: string) => ({
    key: `leakpath9/${name}`,
    url: url(`leakpath9/${name}`),
    payload: { depth: "leakpath9" }
  })
  const hook = "https://hook.example/leakhook9"
  yield* store.submit({
    id,
    team,
    kind: "crawl",
    spec: { note: "leakspec9" },
    ephemeral: false,
    sealed: true,
    pages: [page("done"), page("failed"), page("late")]
  })
  yield* store.submit({
    id: `${id}:webhook`,
    team,
    kind: "webhook",
    spec: {},
    sealed: true,
    pages: [{ key: "completed", url: hook, payload: { webhook: { url: hook } } }]
  })
  const claimed: Array<Job.Claim> = []
  const outcomes: { readonly [name: string]: Job.Outcome } = {
    "leakpath9/done": { _tag: "Done", result: { markdown: "leaktext9 ".repeat(200) }, credits: 1 },
    "leakpath9/failed": { _tag: "Failed", error: { code: "SITE", message: "leakerror9 of the site" }, credits: 0 }
  }
  for (let times = 0; times < 4; times++) claimed.push(...yield* store.claim({ worker: "w", most: 8, lease: 60_000 }))
  for (const claim of claimed) {
    const outcome = outcomes[claim.key]
    if (outcome === undefined) {
      yield* store.release({ claim, delay: 60_000, free: true, warning: `${HOST} returned 503: leakerror9` })
      continue
    }
    yield* store.visit({
      job: id,
      page: claim.key,
      form: url("leaklink9/#"),
      marks: ["leaklink9 mark"],
      notes: ["leaklink9 note"],
      needed: 1
    })
    yield* store.rest({ team, host: HOST, delay: 1000, job: id })
    yield* store.pace({ host: HOST, gap: 1, job: id })
    yield* store.settle({
      claim,
      outcome,
      discovered: [{ key: "leaklink9", url: url("leaklink9") }],
      omitted: [{ key: "leakskip9", url: url("leakskip9"), reason: "depth" }],
      event: {
        job: `${id}:webhook`,
        page: { key: `page:${claim.key}`, url: hook, payload: { data: "leaktext9 leakhook9" } }
      }
    })
  }
  const job = yield* store.cancel(target)
  const { results } = yield* store.results({ ...target, skip: 0, limit: 10, maxBytes: 1e6 })
  const failures = yield* store.failures({ ...target, limit: 10 })
  const omissions = yield* store.omissions(target)
  return { job, results, failures, omissions, links: "leaklink9", hooks: "leakhook9" }
})
