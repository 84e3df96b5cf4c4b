import * as Format from "@dunlin/schema/Format"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as addressed from "./addressed.ts"
import * as Ask from "./ask.ts"
import { clean, type Cleaned } from "./clean.ts"
import * as Compare from "./compare.ts"
import { extract } from "./extract.ts"
import { quote } from "./quote.ts"
import type { Derived, ModelRequest } from "./request.ts"
import * as Selecting from "./selecting.ts"
import type { Made, Page } from "./source.ts"
import { answer, summary } from "./statements.ts"
import { voice } from "./voice.ts"

/** Makes `derive` over the language model of the context. */
export const make = Effect.fnUntraced(function*(settings: Ask.Settings) {
  const forPage = yield* Ask.make(yield* LanguageModel.LanguageModel, settings)
  const compare = yield* Compare.make
  const select = yield* Selecting.make
  /** Of a long text, what all questions about the page may show of it: what they are about, or parts from all over it. */
  const shortened = Effect.fnUntraced(function*({ markdown, options: { formats } }: ModelRequest) {
    if (!Selecting.isLong(markdown)) return markdown
    const about = Format.find(formats, "question")?.question ?? Format.find(formats, "highlights")?.query
    const selected = yield* select({ markdown, cut: { tokens: settings.pageTokens, about } })
    return selected?.text ?? markdown.slice(0, settings.pageTokens)
  })
  return Effect.fn("ModelFormats.derive")(function*(request: ModelRequest): Effect.fn.Return<Derived> {
    const asked = yield* forPage(request.timeout ?? "5 minutes", request.url)
    const cleaned: Cleaned = request.options.onlyCleanContent
      ? yield* clean(asked, settings, request.markdown)
      : { warnings: [] }
    const markdown = cleaned.markdown ?? (yield* shortened(request))
    const ranges = addressed.addressed(markdown)
    const tasks = tasksOf(request)
    // A call each for those that read a selection; the others share the rest.
    const long = tasks.filter(({ readsAll }) => readsAll).length
    const { calls } = yield* asked.left
    const page: Page = {
      ...asked,
      compare,
      settings,
      markdown,
      addressed: ranges,
      shown: addressed.visible(addressed.without(markdown, ranges, addressed.mark)),
      plain: addressed.without(markdown, ranges, ""),
      callsEach: Math.floor((calls - (tasks.length - long)) / Math.max(1, long))
    }
    const made = yield* Effect.forEach(tasks, ({ make }) => make(page), { concurrency: 4 })
    const tracked = made.find((one) => one.tracked !== undefined)?.tracked
    return {
      fields: Object.assign({}, ...made.map(({ fields }) => fields)),
      ...(cleaned.markdown === undefined ? {} : { markdown: cleaned.markdown }),
      ...(tracked === undefined ? {} : { tracked, isTrackedRead: true }),
      warnings: [
        ...cleaned.warnings,
        ...(ranges.length === 0 || tasks.length === 0 ? [] : [
          `The page speaks to language models; ${ranges.length} of its sentences were not shown to the one in use.`
        ]),
        ...made.flatMap(({ warnings }) => warnings)
      ]
    }
  })
})

/** How one format is made, and whether it reads all of a long page, part by part. */
interface Task {
  readonly readsAll: boolean
  readonly make: (page: Page) => Effect.Effect<Made>
}

const tasksOf = ({ document: { branding }, options: { formats } }: ModelRequest): ReadonlyArray<Task> => {
  const json = Format.find(formats, "json")
  const question = Format.find(formats, "question")
  const highlights = Format.find(formats, "highlights")
  const tracking = Format.find(formats, "changeTracking")
  const tasks: Array<Task> = []
  if (Format.has(formats, "summary")) tasks.push({ readsAll: true, make: summary })
  if (json !== undefined) {
    tasks.push({
      readsAll: true,
      make: (page) =>
        Effect.map(extract(page, json, "json"), ({ value, warnings }) => ({
          fields: { json: value ?? null },
          warnings
        }))
    })
  }
  if (question !== undefined) tasks.push({ readsAll: false, make: (page) => answer(page, question.question) })
  if (highlights !== undefined) tasks.push({ readsAll: false, make: (page) => quote(page, highlights.query) })
  if (Format.has(formats, "branding") && branding !== undefined) {
    tasks.push({ readsAll: false, make: (page) => voice({ ...page, callsEach: 0 }, branding) })
  }
  if (tracking?.modes.includes("json") === true) {
    tasks.push({
      readsAll: true,
      make: (page) =>
        Effect.map(extract(page, tracking, "changeTracking"), ({ value, warnings }) => ({
          ...(value === undefined ? {} : { tracked: value }),
          warnings
        }))
    })
  }
  return tasks
}
