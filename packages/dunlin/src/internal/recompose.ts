/**
 * Calls the pipeline functions with placeholder stages when a client is created, so that a mistyped stage fails
 * immediately. The real stages are loaded on the first call.
 */
import type * as ScrapePipeline from "@dunlin/pipeline/ScrapePipeline"
import type * as SearchPipeline from "@dunlin/pipeline/SearchPipeline"
import type { Stage } from "@dunlin/pipeline/Stage"
import * as Stages from "@dunlin/pipeline/Stages"
import { InvalidOptions } from "@dunlin/schema/InvalidOptions"
import * as Effect from "effect/Effect"

type NamesOf<List extends ReadonlyArray<Stage.Any>> = { readonly [At in keyof List]: List[At]["name"] }

const scrapeNames: NamesOf<typeof ScrapePipeline.scrape.stages> = [
  "threat",
  "load",
  "transform",
  "redact",
  "derive",
  "track",
  "media",
  "finish"
]

const searchNames: NamesOf<typeof SearchPipeline.search.stages> = [
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

/** Stands for the stage with the same name, and runs it once it is loaded. */
const standIn = (name: string, load: () => Promise<Loaded>): Stage.Any => ({
  name,
  run: (state) =>
    Effect.flatMap(Effect.promise(load), ({ stages }) => stages.find((stage) => stage.name === name)!.run(state))
})

const expected = "the pipeline that it received, or one derived from it"

const recomposed = (
  of: string,
  option: "scrape" | "search",
  given: unknown,
  names: ReadonlyArray<string>,
  load: () => Promise<Loaded>
): unknown => {
  if (typeof given !== "function") return given
  const standIns = names.map((name) => standIn(name, load))
  const faulty = (issue: Omit<InvalidOptions["issues"][number], "path">) =>
    new InvalidOptions({ of, issues: [{ path: [option], ...issue }] })
  const answer = composedBy(of, option, (): Partial<Loaded> | null | undefined => given(Stages.make(standIns)))
  if (typeof answer !== "object" || answer === null || !Array.isArray(answer.stages)) {
    const received = answer === null ? "null" : typeof answer
    const message = `Expected the function to return ${expected}; it returned ${received}`
    throw faulty({ code: "invalid_type", message, expected, received })
  }
  const { stages } = composedBy(of, option, () => Stages.make(answer.stages!))
  const real = (loaded: Loaded) =>
    Stages.make(stages.map((stage) => {
      const at = standIns.indexOf(stage)
      return at < 0 ? stage : loaded.stages[at]!
    }))
  return real
}

/** An error that the operation throws is reported as an error of the option. */
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

/** The returned options compose again with the real stages. */
export const recompose = <O extends object>(of: "createClient" | "Services.layer", options: O): O => {
  const { scrape, search } = options as { readonly scrape?: unknown; readonly search?: unknown }
  return {
    ...options,
    ...(scrape === undefined ? {} : {
      scrape: recomposed(of, "scrape", scrape, scrapeNames, async () => {
        const module = await import("@dunlin/pipeline/ScrapePipeline")
        return module.scrape
      })
    }),
    ...(search === undefined ? {} : {
      search: recomposed(of, "search", search, searchNames, async () => {
        const module = await import("@dunlin/pipeline/SearchPipeline")
        return module.search
      })
    })
  }
}
