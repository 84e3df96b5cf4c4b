// Finds numbers of the HTML engine that no golden page protects:
// npm run bench -- mutate [FILE.ts|NAME|room/...] [--by] [--fresh] [--pages=START]
// Each named number is changed by 20 % and by 100 %, up and down, and the golden pages are read again (see
// mutate/readings.ts). A number is unprotected if doubling it and setting it to zero changes no reading. Failures and
// timeouts are reported separately. Numbers are changed in modules that are loaded once, and each number is tested only
// with the pages that read it. If this is not conclusive, a thread loads the modules with other numbers. An interrupted
// run resumes, as long as code and pages are unchanged. `--by` names a protecting page for each number, `--fresh`
// reloads the modules for each number, and `--pages` uses only pages whose names start like this. Numbers that are
// codes, or that only limit work, are listed in packages/engines/html/test/numbersOfWork.ts and not counted.
// npm run bench -- mutate --logic [PACKAGE...] [--count=25] [--seed=4711] [--file=PART] [--list]
// Draws logic mutants (conditions, early exits, returns, branches, order of arguments) of packages, and runs the
// package's unit tests against each (mutate/logic.ts).
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { codes, work } from "../../../engines/html/test/numbersOfWork.ts"
import { corrected, inThreads } from "./mutate/fresh.ts"
import { forgetting, readings, rooms, stateOfWing } from "./mutate/readings.ts"
import { keptIn, type Mutations, tell, verdictsOf } from "./mutate/verdicts.ts"
import { type Constant, constantsOf, describe, frozenIn, open, watch } from "./numbers.ts"
import { optionOf } from "./options.ts"
import { figure } from "./report.ts"

const isLearned = (url: string): boolean => url.endsWith("/weights.ts")

const names = (list: typeof work) => ({ name, url }: Constant): boolean =>
  Object.entries(list).some(([file, known]) => url.endsWith(`/${file}`) && known.includes(name))

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  if (args.includes("--logic")) {
    const { runLogic } = await import("./mutate/logic.ts")
    return runLogic(args)
  }
  open(rooms)
  const words = args.filter((arg) => !arg.startsWith("--"))
  const start = optionOf(args, "pages") ?? ""
  const all = rooms.flatMap(constantsOf).filter(({ name, url }) =>
    !isLearned(url) &&
    (words.length === 0 ||
      words.some((word) => word === name || word === basename(url) || url.includes(`/html/${word}`)))
  )
  const constants = all.filter((constant) => !names(codes)(constant) && !names(work)(constant))
  const asked: Mutations = {
    area: "constants of the HTML engine that golden pages test",
    constants,
    small: { by: "20 %", factors: [0.8, 1.2] },
    tellsBy: args.includes("--by")
  }
  const state = `${stateOfWing()} ${start}`
  const file = (name: string) => fileURLToPath(new URL(`../results/${name}.lines`, import.meta.url))
  const watched = watch(
    (await readings()).filter(({ name }) => name.startsWith(start)),
    undefined,
    await forgetting()
  )
  const warm = verdictsOf(asked, watched, keptIn(file("mutate"), state))
  const frozen = new Map(
    [...new Set(constants.map(({ url }) => url))].map((
      url
    ) => [url, frozenIn(readFileSync(fileURLToPath(url), "utf8"))])
  )
  const verdicts = await corrected(warm, {
    read: inThreads(watched.expected),
    factors: asked.small.factors,
    isFrozen: ({ name, url }) => args.includes("--fresh") || frozen.get(url)!.has(name),
    kept: keptIn(file("mutateFresh"), state)
  })
  tell(asked, verdicts)
  const ofWork = all.filter(names(work))
  for (const constant of ofWork) {
    const doubled = watched.verdict(constant, [2])
    if (doubled.is === "held") {
      console.log(
        `${
          describe(constant)
        } is listed as one that affects only time and memory, but a golden page detects ${doubled.by}`
      )
    }
  }
  const area = "constants of the HTML engine that need no golden page"
  figure({ area, metric: "bits, states and bytes", ours: all.filter(names(codes)).length })
  figure({ area, metric: "affect only time and memory", ours: ofWork.length })
}
