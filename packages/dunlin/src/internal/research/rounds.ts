/** Implements the rounds of a research run: plan, search, note and write. */
import { Answerer } from "@dunlin/pipeline/Answerer"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import type * as LanguageModel from "effect/ai/LanguageModel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Options, Report, ResearchEvent, State, Stop } from "../../Research.ts"
import { type Claim, quotesOnly, verified } from "./notes.ts"
import * as Questions from "./questions.ts"

type Emit = (event: ResearchEvent) => Effect.Effect<void>

const MAX_QUERIES_PER_PLAN = 5
/** Limits a model that repeats itself. */
const MAX_PENDING_QUERIES = 20
const MAX_QUERY_CHARACTERS = 300
const MAX_FRUITLESS_SEARCHES = 2
const passageTokens = { most: 4000, least: 300 } as const
const modelTimeout = Duration.minutes(1)

export const run = Effect.fnUntraced(function*(question: string, options: Options, emit: Emit) {
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(options.timeout ?? Duration.minutes(5))
  let state = options.state?.question === question ? options.state : yield* begin(question, emit)
  let stopped: Stop | undefined
  while (stopped === undefined) {
    const left = end - (yield* Clock.currentTimeMillis)
    stopped = whyStop(state, options, left)
    if (stopped !== undefined) break
    const [part = question, ...open] = state.open
    yield* emit({ _tag: "Searching", question: part })
    const step = yield* Effect.timeoutOption(
      searchFor(part, { ...state, open, asked: [...state.asked, part] }, options),
      left
    )
    if (step._tag === "None") {
      stopped = "time"
      break
    }
    const before = state
    state = step.value.state
    for (const message of state.warnings.slice(before.warnings.length)) yield* emit({ _tag: "Warning", message })
    yield* emit({
      _tag: "Noted",
      claims: state.claims.length - before.claims.length,
      dropped: state.dropped - before.dropped,
      state
    })
    if (step.value.isAnswered && state.claims.length > 0) stopped = "answered"
  }
  const report = yield* write(state, stopped)
  yield* emit({ _tag: "Done", report })
  return report
})

const begin = Effect.fnUntraced(function*(question: string, emit: Emit) {
  const planned = yield* withRetry(Questions.plan(question, MAX_QUERIES_PER_PLAN))
  const warnings = Result.isFailure(planned) ? [`The language model returned no plan (${planned.failure}).`] : []
  const parts = Result.isSuccess(planned) ? worthAsking(planned.success, []) : []
  const open = parts.length === 0 ? [question.slice(0, MAX_QUERY_CHARACTERS)] : parts
  for (const message of warnings) yield* emit({ _tag: "Warning", message })
  yield* emit({ _tag: "Planned", questions: open })
  const state: State = { question, open, asked: [], claims: [], dropped: 0, tokens: 0, credits: 0, idle: 0, warnings }
  return state
})

const withRetry = <A>(question: Effect.Effect<A, unknown, LanguageModel.LanguageModel>) =>
  question.pipe(
    Effect.timeout(modelTimeout),
    Effect.retry({ times: 1 }),
    Effect.mapError((error) =>
      typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : "unknown"
    ),
    Effect.result
  )

const same = (question: string): string => question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()

/** Drops queries with a URL, because pages use such queries to get visited. */
const worthAsking = (questions: ReadonlyArray<string>, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set(known.map(same))
  return questions.slice(0, MAX_QUERIES_PER_PLAN).map((question) => question.replace(/\s+/g, " ").trim()).filter(
    (question) => {
      if (question === "" || question.length > MAX_QUERY_CHARACTERS || /:\/\/|\bsite:/i.test(question)) return false
      const key = same(question)
      if (key === "" || seen.has(key)) return false
      seen.add(key)
      return true
    }
  )
}

const whyStop = (state: State, options: Options, left: number): Stop | undefined => {
  if (state.asked.length >= (options.maxSearches ?? 8)) return "searches"
  if (tokensLeft(state, options) < passageTokens.least) return "tokens"
  if (left <= 0) return "time"
  if (state.open.length === 0) return "nothing left to ask"
  return state.idle >= MAX_FRUITLESS_SEARCHES && state.claims.length > 0 ? "nothing new" : undefined
}

const tokensLeft = (state: State, options: Options): number => (options.maxTokens ?? 30_000) - state.tokens

const searchFor = Effect.fnUntraced(function*(part: string, state: State, options: Options) {
  const answerer = yield* Answerer
  const maxTokens = Math.min(passageTokens.most, tokensLeft(state, options))
  const found = yield* SearchRequest.decode({ limit: 20, ...options.search, query: part }).pipe(
    Effect.flatMap((task) => answerer.answer({ ...task, budget: { maxTokens }, caller: options.caller })),
    Effect.result
  )
  if (Result.isFailure(found)) {
    const warning = `A search failed: ${found.failure.message}.`
    return { isAnswered: false, state: { ...state, idle: state.idle + 1, warnings: [...state.warnings, warning] } }
  }
  const answer = found.success
  const credits = state.credits + answer.creditsUsed
  const tokens = state.tokens + answer.tokens
  if (answer.passages.length === 0) {
    const ofAnswer = answer.warning === null ? [] : [answer.warning]
    const warnings = [...new Set([...state.warnings, ...ofAnswer])]
    return { isAnswered: false, state: { ...state, credits, tokens, idle: state.idle + 1, warnings } }
  }
  const noted = yield* withRetry(Questions.note(state.question, part, answer))
  if (Result.isFailure(noted)) {
    const warnings = [...state.warnings, `The language model returned no notes (${noted.failure}).`]
    return { isAnswered: false, state: { ...state, credits, tokens, idle: state.idle + 1, warnings } }
  }
  const { claims, dropped } = verified(answer, noted.success.claims)
  const known = new Set(state.claims.map(keyOf))
  const fresh = claims.filter((claim, at) =>
    !known.has(keyOf(claim)) && claims.findIndex((other) => keyOf(other) === keyOf(claim)) === at
  )
  const next = worthAsking(noted.success.questions, [...state.asked, ...state.open])
  return {
    isAnswered: noted.success.isAnswered,
    state: {
      ...state,
      credits,
      tokens,
      open: [...state.open, ...next].slice(0, MAX_PENDING_QUERIES),
      claims: [...state.claims, ...fresh],
      dropped: state.dropped + dropped,
      idle: fresh.length === 0 ? state.idle + 1 : 0
    }
  }
})

const keyOf = ({ end, start, url }: Claim): string => `${url} ${start} ${end}`

const write = Effect.fnUntraced(function*(state: State, stopped: Stop) {
  const { claims } = state
  const written = claims.length === 0 ? Result.succeed([]) : yield* withRetry(Questions.report(state.question, claims))
  const paragraphs = Result.isSuccess(written) ? written.success : []
  // A paragraph must cite verified claims, and may quote nothing else.
  const verifiedParagraphs = paragraphs.flatMap(({ claims: numbers, text }) => {
    const known = [...new Set(numbers)].filter((number) => claims[number - 1] !== undefined)
    const plainText = text.replace(/\[\d+(?:\s*,\s*\d+)*\]/g, "").replace(/\s+/g, " ").trim()
    const own = known.map((number) => claims[number - 1]!)
    return known.length === 0 || plainText === "" || !quotesOnly(plainText, own)
      ? []
      : [`${plainText} [${known.join(", ")}]`]
  })
  const body = verifiedParagraphs.length > 0
    ? verifiedParagraphs.join("\n\n")
    : claims.length > 0
    ? claims.map(({ statement }, at) => `- ${statement} [${at + 1}]`).join("\n")
    : "No verified facts were found."
  const sources = claims.map(({ date, quote, title, url }, at) =>
    `${at + 1}. “${quote.replace(/\s+/g, " ")}” — ${
      [title, url, date].filter((part) => part !== undefined && part !== "").join(", ")
    }`
  )
  const failed = Result.isFailure(written)
    ? [`The language model returned no report (${written.failure}); the verified claims follow.`]
    : []
  const report: Report = {
    question: state.question,
    text: sources.length === 0 ? body : `${body}\n\n## Sources\n\n${sources.join("\n")}`,
    claims,
    dropped: state.dropped + paragraphs.length - verifiedParagraphs.length,
    stopped,
    searches: state.asked.length,
    tokens: state.tokens,
    creditsUsed: state.credits,
    warnings: [...state.warnings, ...failed]
  }
  return report
})
