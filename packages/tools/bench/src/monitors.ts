// Monitors over pages and queries, with workers that die: npm run bench -- monitors [--changes=10000] [--kills=100]
// [--seed=1]
//
// It uses a test clock and a store in memory. A dead worker does nothing after the operation in which it dies. No
// change may be missed, reported under two ids, or invented, and the charge must equal the cost of the checks.
import { JobStore } from "@dunlin/jobs"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { runOn } from "../../../jobs/test/monitorModel.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const MONITORS = 20
const PAGES_PER_MONITOR = 40
const QUERIES_PER_MONITOR = 10

export const run = async (args: ReadonlyArray<string>) => {
  const changes = Number(optionOf(args, "changes") ?? 10_000)
  const outcome = await Effect.runPromise(
    runOn({
      pass: (milliseconds) => TestClock.adjust(milliseconds),
      store: JobStore.layerMemory({ mostPerHost: 1000 }),
      changes,
      monitors: MONITORS,
      pagesPerMonitor: PAGES_PER_MONITOR,
      queriesPerMonitor: QUERIES_PER_MONITOR,
      kills: Number(optionOf(args, "kills") ?? 100),
      seed: Number(optionOf(args, "seed") ?? 1)
    }).pipe(Effect.provide(TestClock.layer()))
  )
  console.log(outcome)
  const area = `${outcome.changes} changes of pages and queries, ${outcome.kills} workers killed`
  figure({ area, metric: "changes missed", ours: outcome.missed + outcome.missedInFeeds })
  figure({ area, metric: "changes reported under two ids", ours: outcome.doubled + outcome.doubledInFeeds })
  figure({ area, metric: "reports without a change", ours: outcome.falsely })
  figure({ area, metric: "deliveries repeated under one id", ours: outcome.repeated })
  figure({ area, metric: "credits charged beyond the cost of the checks", ours: outcome.charged - outcome.cost })
}
