/** Implements `dunlin jobs`: operations on the jobs of all teams, on all machines that share the configured store. */
import type { Kind, State } from "@dunlin/jobs/Job"
import type { Deleted, Pause, Retried, Scope, Selection } from "@dunlin/jobs/JobOperations"
import type { Depth } from "@dunlin/jobs/JobStore"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { parseAge } from "../settings/age.ts"
import { jobStore, looks, withStore } from "./look.ts"
import { NotDrained } from "./NotDrained.ts"
import { clean } from "./output.ts"
import { json } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const KINDS = ["batch", "crawl", "extract", "webhook", "monitor"] as const satisfies ReadonlyArray<Kind>
const STATES = ["running", "completed", "failed", "cancelled"] as const satisfies ReadonlyArray<State>

const all = Flag.Boolean("all").pipe(Flag.withDescription("Jobs of all teams"), Flag.withDefault(false))
const team = Flag.String("team").pipe(Flag.withDescription("Only jobs of this team"), Flag.optional)
const job = Flag.String("job").pipe(Flag.withDescription("Only the job with this id"), Flag.optional)
const kind = Flag.Literals("kind", KINDS).pipe(Flag.withDescription("Only jobs of this kind"), Flag.optional)
const state = Flag.Literals("state", STATES).pipe(Flag.withDescription("Only jobs in this state"), Flag.optional)
const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Count only; change nothing"),
  Flag.withDefault(false)
)
const olderThan = Flag.String("older-than").pipe(
  Flag.withDescription("Only jobs that ended at least this long ago, such as 30m, 12h, 7d or 2w"),
  Flag.filterMap(parseAge, () => "a duration such as 30m, 12h or 7d"),
  Flag.optional
)

interface Given {
  readonly all?: boolean
  readonly team: Option.Option<string>
  readonly job: Option.Option<string>
  readonly kind?: Option.Option<Kind>
  readonly state?: Option.Option<State>
  readonly olderThan?: Option.Option<Duration.Duration>
}

const selectionOf = ({ job, kind, olderThan, state, team }: Given): Selection => ({
  team: Option.getOrUndefined(team),
  job: Option.getOrUndefined(job),
  kind: kind && Option.getOrUndefined(kind),
  state: state && Option.getOrUndefined(state),
  endedFor: olderThan && Option.getOrUndefined(Option.map(olderThan, Duration.toMillis))
})

const named = Effect.fnUntraced(function*(given: Given) {
  const selection = selectionOf(given)
  const isNarrow = Object.values(selection).some((value) => value !== undefined)
  if (given.all === isNarrow) {
    return yield* new WrongUsage({ message: "Select jobs with flags such as --team or --job, or use --all" })
  }
  return selection
})

const scopeOf = Effect.fnUntraced(function*(given: Given) {
  const { job, team } = yield* named(given)
  if (job !== undefined && team !== undefined) {
    return yield* new WrongUsage({ message: "Use either --team or --job: a job belongs to one team" })
  }
  return { job, team } as Scope
})

const print = (asJson: boolean, value: unknown, text: string) =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text)

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`

const titleOf = ({ job, team }: Scope): string =>
  job !== undefined ? `job ${clean(job)}` : team !== undefined ? `the jobs of team ${clean(team)}` : "all jobs"

const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z")

const pauseLine = (pause: Pause): string => `${titleOf(pause)} since ${time(pause.since)}`

const renderStatus = (depth: Depth, held: number, pauses: ReadonlyArray<Pause>): string =>
  [
    `${count(depth.jobs, "job")} running, ${count(depth.queued, "page")} queued, ${
      count(held, "page")
    } leased by workers, ${count(depth.events, "webhook event")} pending`,
    pauses.length === 0 ? "Nothing is paused." : `Paused: ${pauses.map(pauseLine).join("; ")}`
  ].join("\n")

const status = Command.make(
  "status",
  { json },
  Effect.fn("dunlin.jobs.status")(function*(flags) {
    const store = yield* jobStore
    const depth = yield* store.depth()
    const held = yield* store.operations.held({})
    const pauses = yield* store.operations.pauses
    yield* print(flags.json, { ...depth, held, pauses }, renderStatus(depth, held, pauses))
  }, withStore)
).pipe(Command.withDescription("Count running jobs and their pages, and list the pauses"))

const pause = Command.make(
  "pause",
  { all, team, job, json },
  Effect.fn("dunlin.jobs.pause")(function*(flags) {
    const scope = yield* scopeOf(flags)
    const { operations } = yield* jobStore
    yield* operations.pause(scope)
    const held = yield* operations.held(scope)
    const text = `Paused ${titleOf(scope)}; ${count(held, "leased page")} will be completed`
    yield* print(flags.json, { paused: scope, held }, text)
  }, withStore)
).pipe(
  Command.withDescription("Pause jobs: workers complete leased pages and start no new ones"),
  Command.withExamples([{
    command: "dunlin jobs pause --team acme",
    description: "Includes jobs that the team submits later"
  }])
)

const resume = Command.make(
  "resume",
  { all, team, job, json },
  Effect.fn("dunlin.jobs.resume")(function*(flags) {
    const scope = yield* scopeOf(flags)
    const { operations } = yield* jobStore
    const isEnded = yield* operations.resume(scope)
    const pauses = yield* operations.pauses
    if (!isEnded) {
      const others = pauses.length === 0 ? "nothing is paused" : `paused: ${pauses.map(pauseLine).join("; ")}`
      return yield* new WrongUsage({ message: `No pause to end for ${titleOf(scope)} (${others})` })
    }
    const still = pauses.length === 0 ? "" : `; still paused: ${pauses.map(pauseLine).join("; ")}`
    yield* print(flags.json, { resumed: scope, pauses }, `Resumed ${titleOf(scope)}${still}`)
  }, withStore)
).pipe(
  Command.withDescription("End a pause; workers resume within two seconds"),
  Command.withExamples([{ command: "dunlin jobs resume --all", description: "After a pause or a drain of all jobs" }])
)

const BETWEEN_LOOKS = "500 millis"

const drain = Command.make(
  "drain",
  {
    all,
    team,
    job,
    timeout: Flag.String("timeout").pipe(
      Flag.withDescription("Maximum time to wait for leased pages, such as 30s (default: 5m)"),
      Flag.filterMap(parseAge, () => "a duration such as 30s or 5m"),
      Flag.withDefault(Duration.minutes(5))
    ),
    json
  },
  Effect.fn("dunlin.jobs.drain")(function*(flags) {
    const scope = yield* scopeOf(flags)
    const { operations } = yield* jobStore
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(flags.timeout)
    for (;;) {
      // Paused again at each check, because a job may be submitted while the pause starts.
      yield* operations.pause(scope)
      const held = yield* operations.held(scope)
      if (held === 0) break
      if ((yield* Clock.currentTimeMillis) >= end) return yield* new NotDrained({ held })
      yield* Effect.sleep(BETWEEN_LOOKS)
    }
    yield* print(
      flags.json,
      { drained: scope },
      `Drained ${titleOf(scope)}: workers hold no pages and start no new ones`
    )
  }, withStore)
).pipe(
  Command.withDescription(
    "Pause jobs, and wait until workers complete their leased pages; exits with 1 after the timeout"
  ),
  Command.withExamples([
    {
      command: "dunlin jobs drain --all --timeout 10m",
      description: "Before maintenance; `dunlin jobs resume --all` ends the pause"
    }
  ])
)

const renderRetried = ({ jobs, lost, pages }: Retried, isDryRun: boolean): string => {
  const lostNote = lost === 0 ? "" : `; ${count(lost, "failed page")} cannot be retried, because the input was deleted`
  return `${count(pages, "page")} of ${count(jobs, "job")} ${
    isDryRun ? "would be retried" : "queued for retry"
  }${lostNote}`
}

const retry = Command.make(
  "retry",
  {
    all,
    team,
    job,
    kind,
    state,
    olderThan,
    code: Flag.String("code").pipe(
      Flag.withDescription("Only pages that failed with this code, such as SCRAPE_TIMEOUT"),
      Flag.optional
    ),
    url: Flag.String("url").pipe(Flag.withDescription("Only the page with this URL"), Flag.optional),
    dryRun,
    json
  },
  Effect.fn("dunlin.jobs.retry")(function*(flags) {
    const { operations } = yield* jobStore
    const code = Option.getOrUndefined(flags.code)
    const url = Option.getOrUndefined(flags.url)
    const selection = code === undefined && url === undefined || flags.all ? yield* named(flags) : selectionOf(flags)
    const retried = yield* operations.retry({ ...selection, code, url, isDryRun: flags.dryRun })
    yield* print(flags.json, { dryRun: flags.dryRun, ...retried }, renderRetried(retried, flags.dryRun))
  }, withStore)
).pipe(
  Command.withDescription("Retry failed pages; jobs that have ended start running again"),
  Command.withExamples([
    { command: "dunlin jobs retry --job 7d2c… --dry-run", description: "Count the pages only" },
    { command: "dunlin jobs retry --all --code SCRAPE_TIMEOUT", description: "After an outage" },
    { command: "dunlin jobs retry --kind webhook", description: "Webhook events whose retries are exhausted" }
  ])
)

const renderDeleted = ({ jobs, pages, undelivered, unpaid }: Deleted, isDryRun: boolean): string => {
  const done = `${count(jobs, "job")} with ${count(pages, "page")} ${isDryRun ? "would be deleted" : "deleted"}`
  const retained = [
    ...(unpaid === 0 ? [] : [`${count(unpaid, "job")} kept until their credits are charged`]),
    ...(undelivered === 0
      ? []
      : [`${count(undelivered, "job")} kept until their webhooks are delivered (--undelivered)`])
  ]
  return [done, ...retained].join("; ")
}

const purge = Command.make(
  "purge",
  {
    all,
    team,
    job,
    kind,
    state,
    olderThan,
    undelivered: Flag.Boolean("undelivered").pipe(
      Flag.withDescription("Delete jobs with undelivered webhook events, too, and the events"),
      Flag.withDefault(false)
    ),
    dryRun,
    json
  },
  Effect.fn("dunlin.jobs.purge")(function*(flags) {
    const selection = yield* named(flags)
    if (selection.state === "running") {
      return yield* new WrongUsage({ message: "--state running: only ended jobs can be deleted; cancel the job first" })
    }
    const { operations } = yield* jobStore
    const deleted = yield* operations.delete({
      ...selection,
      withUndelivered: flags.undelivered,
      isDryRun: flags.dryRun
    })
    yield* print(flags.json, { dryRun: flags.dryRun, ...deleted }, renderDeleted(deleted, flags.dryRun))
  }, withStore)
).pipe(
  Command.withDescription("Delete ended jobs with their results, before they expire"),
  Command.withExamples([
    { command: "dunlin jobs purge --older-than 12h --dry-run", description: "Count the jobs only" },
    { command: "dunlin jobs purge --team acme", description: "All ended jobs of a team" }
  ])
)

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("List, pause, drain, retry and delete jobs of all teams, on all machines that share a store"),
  Command.withSubcommands([status, ...looks, pause, resume, drain, retry, purge])
)
