// Runs a batch and a crawl on real processes, PostgreSQL and Redis, and kills some of them at random: npm run bench
// -- survival [--pages=5000] [--workers=20] [--servers=5] [--databases=3] [--redis=3] [--seed=1]
//
// Nothing may be lost, reported twice, or charged twice, and counts must add up.
import { fractions } from "../../../common/test/random.ts"
import { survive } from "../../../dunlin/test/survival.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

export const run = async (args: ReadonlyArray<string>) => {
  const random = fractions(Number(optionOf(args, "seed") ?? 1))
  const kills = [
    ...Array.from({ length: Number(optionOf(args, "workers") ?? 20) }, () => "worker" as const),
    ...Array.from({ length: Number(optionOf(args, "servers") ?? 5) }, () => "server" as const),
    ...Array.from({ length: Number(optionOf(args, "databases") ?? 3) }, () => "database" as const),
    ...Array.from({ length: Number(optionOf(args, "redis") ?? 3) }, () => "redis" as const)
  ].map((victim) => ({ victim, at: random() })).sort((one, other) => one.at - other.at)
  const pages = Number(optionOf(args, "pages") ?? 5000)
  const report = await survive({
    pages,
    workers: 2,
    concurrency: 8,
    kills: kills.map(({ victim }) => victim),
    random,
    tell: (line) => console.log(line)
  })
  console.log(report)
  const area = `a batch and a crawl of ${pages} pages each, ${kills.length} processes killed`
  figure({ area, metric: "pages lost", ours: report.lost })
  figure({ area, metric: "results reported twice", ours: report.twice })
  figure({ area, metric: "credits charged beyond the reported ones", ours: report.paid - report.told })
}
