import * as Format from "@dunlin/schema/Format"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as addressed from "./addressed.ts"
import * as Ask from "./ask.ts"
import { clean, type Cleaned } from "./clean.ts"
import * as Compare from "./compare.ts"
import { aboutOf, extract } from "./extract.ts"
import * as pageText from "./pageText.ts"
import { quote } from "./quote.ts"
import type { Derived, ModelRequest } from "./request.ts"
import * as Selecting from "./selecting.ts"
import type { Made, Page } from "./source.ts"
import { answer, summary } from "./statements.ts"
import { voice } from "./voice.ts"

export const make = Effect.fnUntraced(function*(settings: Ask.Settings) {
  const forPage = yield* Ask.make(yield* LanguageModel.LanguageModel, settings)
  const compare = yield* Compare.make
  const select = yield* Selecting.make
  /**
   * A text above `pageTokens` is reduced: to parts that match the topic, or without one to parts from the whole page.
   */
  const readings = Effect.fnUntraced(function*(markdown: string, abouts: ReadonlyArray<string | undefined>) {
    if (abouts.length === 0) return { readings: [], warnings: [] }
    if (!Selecting.isLong(markdown) || pageText.estimateTokens(markdown) <= settings.pageTokens) {
      const whole = reading({ text: markdown, share: 1 })
      return { readings: abouts.map(() => whole), warnings: [] }
    }
    const different = [...new Set(abouts)]
    const selected = yield* select({ markdown, cut: { tokens: settings.pageTokens, abouts: different } })
    if (selected?.cuts === undefined) {
      const first = reading(pageText.beginning(markdown, settings.pageTokens))
      return { readings: abouts.map(() => first), warnings: [tooLong] }
    }
    // A selection takes 100 ms, so other work may run between two of them.
    const read = yield* Effect.forEach(selected.cuts, (cut) => Effect.map(Effect.yieldNow, () => reading(cut)))
    return { readings: abouts.map((about) => read[different.indexOf(about)]!), warnings: [] }
  })
  return Effect.fn("ModelFormats.derive")(function*(request: ModelRequest): Effect.fn.Return<Derived> {
    const budget = yield* forPage(request.timeout ?? "5 minutes", request.url)
    const cleaned: Cleaned = request.options.onlyCleanContent
      ? yield* clean(budget, settings, request.markdown)
      : { warnings: [] }
    const tasks = tasksOf(request)
    const shown = yield* readings(cleaned.markdown ?? request.markdown, tasks.map(({ about }) => about))
    const readingCount = Math.max(0, ...shown.readings.map(({ addressed }) => addressed.length))
    // A task on a selection needs one call. Tasks on the whole page share the remaining calls.
    const long = tasks.filter(({ readsAll }) => readsAll).length
    const { calls } = yield* budget.left
    const callsEach = Math.floor((calls - (tasks.length - long)) / Math.max(1, long))
    const made = yield* Effect.forEach(
      tasks,
      ({ make }, index) => make({ ...budget, compare, settings, callsEach, ...shown.readings[index]! }),
      { concurrency: 4 }
    )
    const tracked = made.find((one) => one.tracked !== undefined)?.tracked
    return {
      fields: Object.assign({}, ...made.map(({ fields }) => fields)),
      ...(cleaned.markdown === undefined ? {} : { markdown: cleaned.markdown }),
      ...(tracked === undefined ? {} : { tracked, isTrackedRead: true }),
      warnings: [
        ...cleaned.warnings,
        ...shown.warnings,
        ...(readingCount === 0 ? [] : [
          `The page contains instructions to language models; ${readingCount} of its sentences were not sent to the model.`
        ]),
        ...made.flatMap(({ warnings }) => warnings)
      ]
    }
  })
})

const tooLong = "The page's text is too long to select from in time; only its beginning was sent to the language model."

type Reading = Pick<Page, "markdown" | "share" | "addressed" | "shown" | "plain">

const reading = ({ share, text }: pageText.PageText): Reading => {
  const ranges = addressed.addressed(text)
  return {
    markdown: text,
    share,
    addressed: ranges,
    shown: addressed.visible(addressed.without(text, ranges, addressed.mark)),
    plain: addressed.without(text, ranges, "")
  }
}

interface Task {
  readonly readsAll: boolean
  readonly about?: string
  readonly make: (page: Page) => Effect.Effect<Made>
}

const makers: {
  readonly [Type in Format.FormatOf<"meaning">]: (format: Extract<Format.Format, { readonly type: Type }>) => Task
} = {
  summary: () => ({ readsAll: true, make: summary }),
  json: (json) => ({
    readsAll: true,
    about: aboutOf(json),
    make: (page) =>
      Effect.map(extract(page, json, "json"), ({ value, warnings }) => ({ fields: { json: value ?? null }, warnings }))
  }),
  question: ({ question }) => ({ readsAll: false, about: question, make: (page) => answer(page, question) }),
  highlights: ({ query }) => ({ readsAll: false, about: query, make: (page) => quote(page, query) })
}

const tasksOf = ({ document: { branding }, options: { formats } }: ModelRequest): ReadonlyArray<Task> => {
  const tracking = Format.find(formats, "changeTracking")
  const tasks = Object.entries(makers).flatMap(([type, make]) => {
    const format = formats.find((format) => format.type === type)
    return format === undefined ? [] : [make(format as never)]
  })
  if (Format.has(formats, "branding") && branding !== undefined) {
    tasks.push({ readsAll: false, make: (page) => voice({ ...page, callsEach: 0 }, branding) })
  }
  if (tracking?.modes.includes("json") === true) {
    tasks.push({
      readsAll: true,
      about: aboutOf(tracking),
      make: (page) =>
        Effect.map(extract(page, tracking, "changeTracking"), ({ value, warnings }) => ({
          ...(value === undefined ? {} : { tracked: value }),
          warnings
        }))
    })
  }
  return tasks
}
