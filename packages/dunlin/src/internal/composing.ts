/**
 * A layer of services from options that were checked. Functions over the pipelines are called at once, so that whoever
 * mistypes a stage is told where the client is made; the stages themselves are loaded by the first call.
 */
import type { Stage } from "@dunlin/pipeline/Stage"
import * as Stages from "@dunlin/pipeline/Stages"
import { InvalidOptions } from "@dunlin/schema/InvalidOptions"
import * as Effect from "effect/Effect"
import type { Options, Pipelines, ScrapeStages, SearchStages } from "../Services.ts"
import { lazily } from "./lazily.ts"

/** The names of some stages, in their order. */
type NamesOf<List extends ReadonlyArray<Stage.Any>> = { readonly [At in keyof List]: List[At]["name"] }

const scrapeNames: NamesOf<ScrapeStages> = [
  "threat",
  "load",
  "transform",
  "redact",
  "derive",
  "track",
  "media",
  "finish"
]

const searchNames: NamesOf<SearchStages> = [
  "authorize",
  "plan",
  "reserve",
  "search",
  "refine",
  "scrape",
  "verify",
  "highlight",
  "settle"
]

interface Loaded {
  readonly stages: ReadonlyArray<Stage.Any>
}

/** Runs as the stage of that name does, which is not loaded yet: for a stage around it. */
const standIn = (name: string, load: () => Promise<Loaded>): Stage.Any => ({
  name,
  run: (state) =>
    Effect.flatMap(Effect.promise(load), ({ stages }) => stages.find((stage) => stage.name === name)!.run(state))
})

const expected = "the pipeline that it was given, or what its operations answered"

/** Calls a function over a pipeline with stand-ins; what it answers is a function over the pipeline itself. */
const recomposed = <F>(
  of: string,
  option: keyof Pipelines<ScrapeStages, SearchStages>,
  given: F,
  names: ReadonlyArray<string>,
  load: () => Promise<Loaded>
): F => {
  if (typeof given !== "function") return given
  const standIns = names.map((name) => standIn(name, load))
  const faulty = (issue: Omit<InvalidOptions["issues"][number], "path">) =>
    new InvalidOptions({ of, issues: [{ path: [option], ...issue }] })
  const answer = composedBy(of, option, (): Partial<Loaded> | null | undefined => given(Stages.make(standIns)))
  if (typeof answer !== "object" || answer === null || !Array.isArray(answer.stages)) {
    const received = answer === null ? "null" : typeof answer
    const message = `Expected the function to answer ${expected}; it answered ${received}`
    throw faulty({ code: "invalid_type", message, expected, received })
  }
  const { stages } = composedBy(of, option, () => Stages.make(answer.stages!))
  const real = (loaded: Loaded) =>
    Stages.make(stages.map((stage) => {
      const at = standIns.indexOf(stage)
      return at < 0 ? stage : loaded.stages[at]!
    }))
  return real as F
}

/** What an operation on the pipeline threw is told as a fault of the option. */
const composedBy = <A>(of: string, option: string, compose: () => A): A => {
  try {
    return compose()
  } catch (error) {
    if (!(error instanceof InvalidOptions) || error.of !== "pipeline") throw error
    throw new InvalidOptions({
      of,
      issues: error.issues.map((issue) => ({ ...issue, path: [option, ...issue.path] }))
    })
  }
}

/** The services of options that were checked. */
export const composing = (of: "createClient" | "Services.layer", options: Options) => {
  const { scrape, search } = options as Options & Partial<Pipelines<ScrapeStages, SearchStages>>
  const pipelines = {
    scrape: recomposed(of, "scrape", scrape, scrapeNames, async () => {
      const module = await import("@dunlin/pipeline/ScrapePipeline")
      return module.scrape
    }),
    search: recomposed(of, "search", search, searchNames, async () => {
      const module = await import("@dunlin/pipeline/SearchPipeline")
      return module.search
    })
  }
  // the parts of a search are loaded when one is composed: to import this costs little
  return lazily(
    () => import("./composed.ts"),
    (module) => module.composed(options, pipelines as Pipelines<ScrapeStages, SearchStages>)
  )
}
