// Simulates a fleet on one and on several databases with a virtual clock: npm run bench -- scaleOut [--workers=1000]
// [--slots=16] [--teams=1000] [--hosts=100000] [--waiting=100000] [--page=2000] [--delay=0] [--processors=16] [--databases=1,8]
// [--seconds=10] [--claim=4.75] [--claimed=0.25] [--only=costs,simulate]
//
// `costs` measures on PostgreSQL what a claim costs beside so many teams. `simulate` runs the real store of jobs, with its
// claims, caps, weights and turns of hosts, for all workers; only the time of the database, the network and the pages is
// simulated. Each page leads to another one of its host, so that the seconds are some in the middle of a crawl of 100
// million pages, of which `--waiting` have a row. Several databases have their own teams and workers, so that one of them
// stands for all. A million rows need 700 MB.
import { isInstalled } from "../../../common/test/components.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"
import { measure } from "./scaleOut/claimCosts.ts"
import type { Costs } from "./scaleOut/database.ts"
import { type Fleet, type Outcome, simulate } from "./scaleOut/simulation.ts"

const PAGES_OF_MEASURED_CLAIMS = [1, 16]

/** Values measured with `--only=costs` for 1,000 teams, and with `manyWorkers` for settlements. */
const MEASURED: Costs = {
  claim: 4.75,
  claimedPage: 0.25,
  settlement: 0.2,
  settledPage: 0.2,
  otherPerPage: 0.6,
  heartbeat: 0.5
}

const metrics: { readonly [metric in keyof Outcome]: string } = {
  pagesPerSecond: "pages per second",
  idleShare: "share of the slots that wait for a page",
  statementsPerSecond: "statements per second",
  pagesPerClaim: "pages per claim",
  lockShare: "share of the time in which a claim has the lock",
  processorsInUse: "processors of a database in use",
  claimWaitMs: "ms that the median claim waits for earlier claims",
  fairness: "Jain's index of pages per weight of the teams",
  least: "pages per weight of the least served team, relative to the mean",
  most: "pages per weight of the most served team, relative to the mean"
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const costsOf = async (teams: number, hosts: number): Promise<Costs> => {
  if (!isInstalled("PostgreSQL")) return MEASURED
  const [one, many] = await measure(teams, hosts, PAGES_OF_MEASURED_CLAIMS)
  const claimedPage = Math.max(0, (many!.claimMs - one!.claimMs) / (many!.pages - one!.pages))
  const claim = Math.max(0, one!.claimMs - claimedPage)
  console.log(`a claim beside ${teams} teams: ${rounded(claim)} ms of the database, and ${rounded(claimedPage)} a page`)
  console.log(`a settled page: ${rounded(many!.settledPageMs)} ms`)
  return { ...MEASURED, claim, claimedPage }
}

export const run = async (args: ReadonlyArray<string>) => {
  const option = (name: string, or: number) => Number(optionOf(args, name) ?? or)
  const only = (optionOf(args, "only") ?? "costs,simulate").split(",")
  const databases = (optionOf(args, "databases") ?? "1,8").split(",").map(Number)
  const [workers, teams, hosts] = [option("workers", 1000), option("teams", 1000), option("hosts", 100_000)]
  const waiting = option("waiting", hosts)
  for (const count of databases) {
    const costs = only.includes("costs") ? await costsOf(teams / count, hosts / count) : MEASURED
    if (!only.includes("simulate")) continue
    const fleet: Fleet = {
      workers: workers / count,
      slots: option("slots", 16),
      teams: teams / count,
      hosts: hosts / count,
      waiting: waiting / count,
      pageMs: option("page", 2000),
      delayMs: option("delay", 0),
      processors: option("processors", 16),
      warmUpMs: 4000,
      measuredMs: option("seconds", 10) * 1000,
      costs: { ...costs, claim: option("claim", costs.claim), claimedPage: option("claimed", costs.claimedPage) }
    }
    const found = await simulate(fleet)
    const area = `${workers} workers, ${teams} teams, ${hosts} hosts${
      waiting > hosts ? `, ${waiting} waiting pages` : ""
    }, ${count} databases`
    const sums = {
      pagesPerSecond: found.pagesPerSecond * count,
      statementsPerSecond: found.statementsPerSecond * count
    }
    for (const [name, value] of Object.entries({ ...found, ...sums })) {
      figure({ area, metric: metrics[name as keyof Outcome], ours: rounded(value) })
    }
  }
}
