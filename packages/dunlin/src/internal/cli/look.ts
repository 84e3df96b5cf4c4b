import type { Job, Turn } from "@dunlin/jobs/Job"
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { check } from "../settings/check.ts"
import { described } from "../waiting.ts"
import { table } from "./columns.ts"
import { inFlags } from "./output.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const limit = Flag.Int("limit").pipe(
  Flag.withDescription("Maximum number of lines (default: 50)"),
  Flag.withDefault(50)
)

const team = Flag.String("team").pipe(Flag.withDescription("Only this team (default: all teams)"), Flag.optional)

export const jobStore = Effect.flatMap(
  Effect.promise(() => import("@dunlin/jobs/JobStore")),
  ({ JobStore }) => JobStore.use(Effect.succeed)
)

export const withStore = <A, E, R>(body: Effect.Effect<A, E, R | JobStore>) =>
  Effect.gen(function*() {
    const found = yield* settings
    yield* check(found)
    const file = join(found.data, "jobs.sqlite")
    if (Option.isNone(found.database) && !existsSync(file)) {
      return yield* new WrongUsage({
        message: `No jobs in ${file}: set DUNLIN_DATA, --data or DUNLIN_DATABASE_URL`
      })
    }
    const storage = yield* Effect.promise(() => import("../settings/storage.ts"))
    return yield* Effect.provide(body, storage.jobs(found, {}))
  })

const JOB_COLUMNS = ["job", "team", "kind", "state", "submitted", "done", "of", "running", "waiting", "failed"]

const timeOf = (milliseconds: number) => DateTime.formatIso(DateTime.makeUnsafe(milliseconds)).slice(0, 19) + "Z"

const jobRow = ({ counts, createdAt, id, kind, state, team }: Job): ReadonlyArray<string> => [
  id,
  team,
  kind,
  state,
  timeOf(createdAt),
  ...[counts.done, counts.total, counts.running, counts.queued, counts.failed].map(String)
]

interface Shown {
  readonly job: Job
  readonly wait: string | undefined
}

const renderJobs = (jobs: ReadonlyArray<Shown>): string =>
  jobs.length === 0 ? "No jobs." : [
    table([JOB_COLUMNS, ...jobs.map(({ job }) => jobRow(job))], 5),
    ...jobs.flatMap(({ job, wait }) =>
      [job.warning === undefined ? undefined : inFlags(job.warning), wait]
        .flatMap((text) => text === undefined ? [] : [`${job.id}: ${text}`])
    )
  ].join("\n")

const list = Command.make(
  "list",
  {
    team,
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Include ended jobs whose results are still stored"),
      Flag.withDefault(false)
    ),
    limit,
    json
  },
  Effect.fn("dunlin.jobs.list")(function*(flags) {
    const jobs = yield* withStore(Effect.gen(function*() {
      const store = yield* jobStore
      const found = yield* store.list({
        team: Option.getOrUndefined(flags.team),
        state: flags.all ? undefined : "running",
        limit: flags.limit
      })
      return yield* Effect.forEach(found, (job) =>
        Effect.map(
          // The job may have expired since it was listed.
          Effect.orElseSucceed(store.wait({ team: job.team, job: job.id }), () => undefined),
          (wait): Shown => ({ job, wait: described(wait) })
        ))
    }))
    yield* Console.log(
      flags.json ? JSON.stringify(jobs.map(({ job, wait }) => ({ ...job, spec: undefined, wait }))) : renderJobs(jobs)
    )
  })
).pipe(
  Command.withDescription("List jobs, newest first, with what each one is waiting for"),
  Command.withExamples([{ command: "dunlin jobs list --team acme --all", description: "All jobs of one team" }])
)

const TURN_COLUMNS = ["worker", "team", "job", "url", "try", "lease ends in"]

const turnRow = ({ attempt, job, left, team, url, worker }: Turn): ReadonlyArray<string> => [
  worker,
  team,
  job,
  url,
  String(attempt),
  `${Math.round(left / 1000)} s`
]

const turns = Command.make(
  "turns",
  { team, job: Flag.String("job").pipe(Flag.withDescription("Only this job"), Flag.optional), limit, json },
  Effect.fn("dunlin.jobs.turns")(function*(flags) {
    const request = {
      team: Option.getOrUndefined(flags.team),
      job: Option.getOrUndefined(flags.job),
      limit: flags.limit
    }
    const found = yield* withStore(Effect.flatMap(jobStore, (store) => store.look(request)))
    if (flags.json) return yield* Console.log(JSON.stringify(found))
    yield* Console.log(
      found.length === 0 ? "No page is leased by a worker." : table([TURN_COLUMNS, ...found.map(turnRow)], 4)
    )
  })
).pipe(
  Command.withDescription(
    "List pages leased by workers, and when each lease ends; below 0 s, the worker has disappeared"
  ),
  Command.withExamples([{ command: "dunlin jobs turns --limit 10", description: "The leases that end first" }])
)

const cancel = Command.make(
  "cancel",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The job id")),
    team: Flag.String("team").pipe(
      Flag.withDescription("The team of the job (default: local)"),
      Flag.withDefault("local")
    )
  },
  Effect.fn("dunlin.jobs.cancel")(function*({ id, team }) {
    const job = yield* withStore(Effect.flatMap(jobStore, (store) => store.cancel({ team, job: id }))).pipe(
      Effect.catchReason(
        "JobError",
        "UnknownJob",
        () => new WrongUsage({ message: `Team ${team} has no job ${id}; list jobs with dunlin jobs list --all` })
      )
    )
    yield* Console.log(
      `${job.kind} ${id} is ${job.state}: ${job.counts.done} pages done, ${job.counts.cancelled} cancelled`
    )
  })
).pipe(Command.withDescription("Cancel a job; completed pages are kept"))

export const looks = [list, turns, cancel] as const
