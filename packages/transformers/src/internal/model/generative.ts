import * as Format from "@dunlin/schema/Format"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Derived, ModelRequest } from "../../ModelFormats.ts"
import * as Passages from "../../Passages.ts"
import * as Summary from "../../Summary.ts"
import * as addressed from "./addressed.ts"
import * as Ask from "./ask.ts"
import { conform, parseJson, unusable } from "./conform.ts"
import { answer as quotedAnswer } from "./extractive.ts"
import * as pageText from "./pageText.ts"
import { makeLocate, restore } from "./verify.ts"

/** What one format came to. */
interface Made {
  readonly fields?: Derived["fields"]
  readonly tracked?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

/** A page as it is, and as the model reads it. */
interface Page {
  readonly markdown: string
  /** Without the sentences that speak to a model, each of which left a mark. */
  readonly shown: string
  /** The same without the marks, for what is made without the model. */
  readonly plain: string
  readonly addressed: ReadonlyArray<addressed.Range>
  readonly ask: Ask.Ask
}

/** Longer summaries and answers are not what was asked for. */
const maxStatement = 8000

/** Most passages of one answer that are looked for. */
const maxQuotations = 50

/** Below this part of known words a statement about a page that tries to steer is not about the page. */
const leastGrounding = 0.5

/** Makes `derive` over the language model of the context. */
export const make = Effect.fnUntraced(function*(settings: Ask.Settings) {
  const forPage = yield* Ask.make(yield* LanguageModel.LanguageModel, settings)
  return Effect.fn("ModelFormats.derive")(function*(request: ModelRequest): Effect.fn.Return<Derived> {
    const ask = yield* forPage(request.timeout ?? "5 minutes")
    const cleaned: Cleaned = request.options.onlyCleanContent
      ? yield* clean(ask, settings, request.markdown)
      : { warnings: [] }
    const markdown = cleaned.markdown ?? request.markdown
    const ranges = addressed.addressed(markdown)
    const page = {
      ask,
      markdown,
      addressed: ranges,
      shown: addressed.without(markdown, ranges, addressed.mark),
      plain: addressed.without(markdown, ranges, "")
    }
    const tasks = tasksOf(page, request)
    const made = yield* Effect.forEach(tasks, (task) => task, { concurrency: 4 })
    const tracked = made.find((one) => one.tracked !== undefined)?.tracked
    return {
      fields: Object.assign({}, ...made.map(({ fields }) => fields)),
      ...(cleaned.markdown === undefined ? {} : { markdown: cleaned.markdown }),
      ...(tracked === undefined ? {} : { tracked }),
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

const tasksOf = (page: Page, { options: { formats } }: ModelRequest): ReadonlyArray<Effect.Effect<Made>> => {
  const json = Format.find(formats, "json")
  const question = Format.find(formats, "question")
  const highlights = Format.find(formats, "highlights")
  const tracking = Format.find(formats, "changeTracking")
  return [
    ...(Format.has(formats, "summary") ? [summary(page)] : []),
    ...(json === undefined ? [] : [
      Effect.map(extractJson(page, json, "json"), ({ value, warnings }): Made => ({
        fields: { json: value ?? null },
        warnings
      }))
    ]),
    ...(question === undefined ? [] : [answer(page, question.question)]),
    ...(highlights === undefined ? [] : [quote(page, highlights.query)]),
    ...(tracking?.modes.includes("json") === true
      ? [
        Effect.map(extractJson(page, tracking, "changeTracking"), ({ value, warnings }): Made => ({
          ...(value === undefined ? {} : { tracked: value }),
          warnings
        }))
      ]
      : [])
  ]
}

const partly = (format: string, share: number): ReadonlyArray<string> =>
  share >= 1
    ? []
    : [`${format}: the page is longer than the model reads; ${Math.floor(share * 100)} % of it was used.`]

/** The statement of a model about a page, or why it cannot be taken. */
const statement = (page: Page, reply: Result.Result<Ask.Reply, string>): Result.Result<Ask.Reply, string> =>
  Result.flatMap(reply, ({ text, ...rest }) => {
    const said = text.trim()
    if (said === "") return Result.fail("the answer of the language model was empty")
    if (said.length > maxStatement) return Result.fail("the answer of the language model was too long")
    // Nobody can prove a summary, but on a page that tries to steer it must at least speak of the page.
    return page.addressed.length > 0 && addressed.grounding(said, page.shown) < leastGrounding
      ? Result.fail("the answer of the language model was not about the page")
      : Result.succeed({ ...rest, text: said })
  })

const summary = (page: Page): Effect.Effect<Made> =>
  Effect.map(
    page.ask({
      instruction: "Summarise the page in three to five sentences, in its own language. Answer with the summary alone.",
      markdown: page.shown
    }),
    (reply) =>
      Result.match(statement(page, reply), {
        onFailure: (why): Made => ({
          fields: { summary: Summary.extract(page.plain) },
          warnings: [`summary: ${why}; it consists of sentences of the page instead.`]
        }),
        onSuccess: ({ isCut, share, text }): Made => ({
          fields: { summary: text },
          warnings: [...partly("summary", share), ...(isCut ? ["summary: the language model was cut off."] : [])]
        })
      })
  )

const answer = (page: Page, question: string): Effect.Effect<Made> =>
  Effect.map(
    page.ask({
      instruction:
        `Answer this question from the page alone, shortly. If the page does not say, say so.\n\n${question}`,
      markdown: page.shown,
      about: question
    }),
    (reply) =>
      Result.match(statement(page, reply), {
        onFailure: (why): Made => ({
          fields: { answer: quotedAnswer(page.plain, question) ?? null },
          warnings: [`question: ${why}; sentences of the page answer instead, if any does.`]
        }),
        onSuccess: ({ isCut, share, text }): Made => ({
          fields: { answer: text },
          warnings: [...partly("question", share), ...(isCut ? ["question: the language model was cut off."] : [])]
        })
      })
  )

const quote = (page: Page, query: string): Effect.Effect<Made> =>
  Effect.map(
    page.ask({
      instruction:
        "Select the passages of the page that matter to the query below. Copy each word for word. Answer with " +
        `a JSON array of strings and nothing else.\n\nQuery: ${query}`,
      markdown: page.shown,
      about: query
    }),
    (reply): Made => {
      const instead = (why: string): Made => {
        const highlights = Passages.highlight(page.plain, query)
        return {
          fields: { highlights: highlights === "" ? null : highlights },
          warnings: [`highlights: ${why}; they were selected without it.`]
        }
      }
      if (Result.isFailure(reply)) return instead(reply.failure)
      const selected = parseJson(reply.success.text)
      const quotations = (Array.isArray(selected) ? selected : [])
        .filter((item): item is string => typeof item === "string").slice(0, maxQuotations)
      const locate = makeLocate(page.markdown)
      const found = [...new Set(quotations)].map(locate).filter((range) =>
        range !== undefined && isOwn(page, query, range)
      )
        .filter((range) => range !== undefined)
      if (found.length === 0) return instead("the language model selected nothing that is in the page")
      const refused = new Set(quotations).size - found.length
      return {
        fields: { highlights: merge(found).map(({ end, start }) => page.markdown.slice(start, end)).join("\n\n") },
        warnings: [
          ...(refused === 0
            ? []
            : [`highlights: ${refused} passages of the model were refused; they are not in the page.`]),
          ...partly("highlights", reply.success.share)
        ]
      }
    }
  )

/** On a page that tries to steer, a passage must have a word of the query, and not be the attempt itself. */
const isOwn = (page: Page, query: string, range: addressed.Range): boolean =>
  page.addressed.length === 0 || (
    !page.addressed.some((other) => addressed.overlaps(other, range)) &&
    Passages.select(page.markdown.slice(range.start, range.end), query, 1).some(({ score }) => score > 0)
  )

/** Passages in the order of the page, each part of it once. */
const merge = (ranges: ReadonlyArray<addressed.Range>): ReadonlyArray<addressed.Range> => {
  const merged: Array<addressed.Range> = []
  for (const range of ranges.toSorted((left, right) => left.start - right.start || right.end - left.end)) {
    const last = merged.at(-1)
    if (last === undefined || range.start >= last.end) merged.push(range)
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end }
  }
  return merged
}

interface Extracted {
  readonly value?: Schema.Json
  readonly warnings: ReadonlyArray<string>
}

const extractJson = Effect.fnUntraced(function*(
  page: Page,
  format: { readonly schema?: { readonly [key: string]: Schema.Json }; readonly prompt?: string },
  name: string
): Effect.fn.Return<Extracted> {
  const { prompt, schema } = format
  const problem = schema === undefined ? undefined : unusable(schema)
  if (problem !== undefined) return { warnings: [`${name}: ${problem}.`] }
  const task = [
    "Extract data from the page and answer with JSON alone. What the page does not say is null, or left out.",
    ...(prompt === undefined ? [] : [prompt]),
    ...(schema === undefined ? [] : [`The JSON conforms to this JSON Schema:\n${JSON.stringify(schema)}`])
  ].join("\n\n")
  const about = prompt ?? Object.keys((schema?.properties ?? {}) as object).join(" ")
  let instruction = task
  let faults: ReadonlyArray<string> = []
  // One round to repair what did not conform.
  for (let round = 0; round < 2; round++) {
    const reply = yield* page.ask({ instruction, markdown: page.shown, about })
    if (Result.isFailure(reply)) return { warnings: [`${name}: ${reply.failure}.`] }
    const value = parseJson(reply.success.text)
    faults = value === undefined
      ? [reply.success.isCut ? "the answer was cut off" : "the answer was not JSON"]
      : [...(schema === undefined ? [] : conform(value, schema)), ...dictated(page, value)]
    if (value !== undefined && faults.length === 0) return { value, warnings: partly(name, reply.success.share) }
    instruction = `${task}\n\nYour last answer could not be used: ${said(faults)}. Answer again with JSON that can.`
  }
  return { warnings: [`${name}: the answer of the language model does not conform to the schema, twice.`] }
})

const said = (faults: ReadonlyArray<string>): string => faults.join("; ").slice(0, 500)

/** Texts of a value that stand only in sentences that speak to a model. */
const dictated = (page: Page, value: Schema.Json): ReadonlyArray<string> => {
  if (page.addressed.length === 0) return []
  const attempts = page.addressed.map(({ end, start }) => page.markdown.slice(start, end)).join("\n").toLowerCase()
  const others = page.shown.toLowerCase()
  const isDictated = (text: string) => text.length > 2 && attempts.includes(text) && !others.includes(text)
  const open: Array<Schema.Json> = [value]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next === "string" && isDictated(next.trim().toLowerCase())) return ["a value was dictated by the page"]
    if (typeof next === "object" && next !== null) { for (const inner of Object.values(next)) open.push(inner) }
  }
  return []
}

interface Cleaned {
  readonly markdown?: string
  readonly warnings: ReadonlyArray<string>
}

const clean = Effect.fnUntraced(
  function*(ask: Ask.Ask, settings: Ask.Settings, markdown: string): Effect.fn.Return<Cleaned> {
    if (pageText.estimateTokens(markdown) > Math.min(settings.outputTokens, settings.inputTokens)) {
      return { warnings: ["onlyCleanContent: the page is longer than the model can answer with; it was not cleaned."] }
    }
    const reply = yield* ask({
      instruction:
        "Remove residual boilerplate from this Markdown: cookie notices, calls to subscribe, and the like. " +
        "Leave out whole lines only and change nothing else: keep every heading, list, table, code block, image and " +
        "link exactly. Answer with the Markdown alone.",
      markdown
    })
    if (Result.isFailure(reply)) return { warnings: [`onlyCleanContent: ${reply.failure}; the original is kept.`] }
    const restored = reply.success.isCut ? { why: "it was cut off" } : restore(markdown, reply.success.text)
    return "markdown" in restored
      ? { markdown: restored.markdown, warnings: [] }
      : {
        warnings: [`onlyCleanContent: the answer of the model was not used (${restored.why}); the original is kept.`]
      }
  }
)
