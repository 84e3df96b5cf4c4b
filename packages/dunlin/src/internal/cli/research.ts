import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as Research from "../../Research.ts"
import * as Services from "../../Services.ts"
import { SettingsError } from "../../SettingsError.ts"
import { languageModel } from "../settings/models.ts"
import { clean } from "./output.ts"
import { withProgress } from "./progress.ts"
import { json, settings } from "./root.ts"

const describe = (event: Research.ResearchEvent): string | undefined => {
  switch (event._tag) {
    case "Planned":
      return `${event.questions.length} questions`
    case "Searching":
      return `searching: ${event.question}`
    case "Noted":
      return `${event.claims} claims noted, ${event.dropped} dropped`
    default:
      return undefined
  }
}

const stored = Effect.fnUntraced(function*(file: Option.Option<string>) {
  if (Option.isNone(file)) return undefined
  const system = yield* FileSystem.FileSystem
  const text = yield* Effect.option(system.readFileString(file.value))
  if (Option.isNone(text)) return undefined
  const { stateOf } = yield* Effect.promise(() => import("../../Research.ts"))
  const state = stateOf(text.value)
  if (state === undefined) {
    yield* Console.error(`Warning: ${file.value} contains no saved research; starting from the beginning.`)
  }
  return state
})

export const research = Command.make(
  "research",
  {
    question: Argument.String("question").pipe(Argument.withDescription("The question")),
    searches: Flag.Int("searches").pipe(Flag.withDescription("Most searches"), Flag.withDefault(8)),
    maxTokens: Flag.Int("max-tokens").pipe(
      Flag.withDescription("Maximum number of page tokens sent to the model"),
      Flag.withDefault(30_000)
    ),
    state: Flag.String("state").pipe(
      Flag.withDescription("A file for the findings; a later run of the same question resumes from it"),
      Flag.optional
    ),
    json
  },
  Effect.fn("dunlin.research")(function*(flags) {
    const known = yield* settings
    const model = languageModel(known)
    if (Option.isNone(model)) {
      return yield* new SettingsError({
        variable: "DUNLIN_MODEL_URL",
        why:
          "research requires a language model: set DUNLIN_MODEL_URL and DUNLIN_MODEL to an OpenAI-compatible endpoint"
      })
    }
    const { run } = yield* Effect.promise(() => import("../../Research.ts"))
    const system = yield* FileSystem.FileSystem
    const state = yield* stored(flags.state)
    const report = yield* withProgress((progress) =>
      run(flags.question, {
        maxSearches: flags.searches,
        maxTokens: flags.maxTokens,
        state,
        onEvent: Effect.fnUntraced(function*(event) {
          const text = describe(event)
          if (text !== undefined) progress.update(clean(text))
          if (event._tag === "Noted" && Option.isSome(flags.state)) {
            yield* Effect.ignore(system.writeFileString(flags.state.value, JSON.stringify(event.state)))
          }
        })
      })
    ).pipe(
      Effect.provide(model.value),
      Effect.provide(Services.layerConfig({ settings: known }))
    )
    for (const warning of report.warnings) yield* Console.error(`Warning: ${clean(warning)}`)
    yield* Console.log(flags.json ? JSON.stringify(report, null, 2) : clean(report.text))
  })
).pipe(
  Command.withDescription(
    "Answer a question with several searches and a language model; every quotation is checked against its page"
  ),
  Command.withExamples([
    { command: "dunlin research \"How did otters come back to England?\"", description: "A report with sources" }
  ])
)
