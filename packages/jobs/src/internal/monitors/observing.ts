/**
 * Compares a page with its last reported version. The result and the new version are stored in one transaction. A
 * page is observed once per check, even if another worker reads it again.
 */
import * as PageChange from "@dunlin/pipeline/PageChange"
import type { Judgment, MonitorPage } from "@dunlin/schema/Monitor"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { ChangeJudge } from "./judging.ts"
import type { KnownPage, Monitors, Observation } from "./kept.ts"
import type { Request } from "./spec.ts"

export type Seen =
  | {
    readonly _tag: "Present"
    readonly markdown?: string | undefined
    readonly json?: Schema.Json | undefined
    readonly statusCode?: number | undefined
    readonly metadata?: Schema.Json | undefined
  }
  | { readonly _tag: "Gone"; readonly statusCode?: number | undefined }
  | { readonly _tag: "Unread"; readonly error: string; readonly statusCode?: number | undefined }

export interface Sight {
  readonly monitor: string
  readonly check: string
  readonly request: Request
  readonly target: string
  readonly page: string
  readonly url: string
  readonly isBaseline: boolean
  readonly seen: Seen
}

/** A check reports a longer page as too long, and does not compare it. */
const MAX_CHARACTERS = 4_000_000

const MAX_DIFF_CHARACTERS = 200_000

/** A comparison is repeated if another process has stored a new version in the meantime. */
const MAX_ATTEMPTS = 3

export type Body = Omit<MonitorPage, "id" | "status" | "createdAt">

type Decided =
  & Pick<Observation, "status" | "isChange" | "known">
  & Partial<Pick<Body, "error" | "diff" | "snapshot" | "judgment" | "isBaseline">>

const contentOf = (
  at: number,
  { json, markdown }: Extract<Seen, { readonly _tag: "Present" }>
): PageChange.Version => ({
  at,
  ...(markdown === undefined ? {} : { markdown }),
  ...(json === undefined ? {} : { json })
})

const judged = Effect.fnUntraced(function*(
  { request: { goal, judgeEnabled }, url }: Sight,
  { added, removed }: PageChange.Change
): Effect.fn.Return<Judgment | undefined> {
  const judge = yield* ChangeJudge
  return goal === undefined || !judgeEnabled || judge === undefined
    ? undefined
    : yield* judge({ goal, url, added, removed })
})

const diffOf = ({ diff, json }: PageChange.Change): Pick<Decided, "diff" | "error"> => {
  const isLong = diff !== undefined && diff.text.length > MAX_DIFF_CHARACTERS
  if (json !== undefined) return { diff: { ...(diff === undefined || isLong ? {} : { text: diff.text }), json } }
  if (diff === undefined || isLong) return { diff: null, error: "The diff is too long to be stored." }
  return { diff: diff as unknown as Schema.Json }
}

const decidePresent = Effect.fnUntraced(function*(
  sight: Sight,
  known: KnownPage | undefined,
  content: PageChange.Version
): Effect.fn.Return<Decided> {
  const snapshot = content.json === undefined ? {} : { snapshot: { json: content.json } }
  const now = { isPresent: true, content: content as unknown as Schema.Json }
  if (known?.isPresent !== true) {
    const isBaseline = known === undefined && sight.isBaseline
    return { status: "new", isChange: !isBaseline, known: now, isBaseline, ...snapshot }
  }
  const before = known.content as unknown as PageChange.Version | undefined
  if (before === undefined) return { status: "same", isChange: false }
  const change = yield* PageChange.between(before, content, sight.request.sensitivity)
  // The stored version stays, so that small changes add up until they reach the minimum.
  if (!change.isChange) return { status: "same", isChange: false, ...snapshot }
  const judgment = yield* judged(sight, change)
  return {
    status: "changed",
    isChange: judgment?.meaningful !== false,
    known: now,
    ...diffOf(change),
    ...snapshot,
    ...(judgment === undefined ? {} : { judgment })
  }
})

const decide = Effect.fnUntraced(function*(sight: Sight, known: KnownPage | undefined): Effect.fn.Return<Decided> {
  const { seen } = sight
  if (seen._tag === "Unread") return { status: "error", isChange: false, error: seen.error }
  if (seen._tag === "Gone") {
    const gone = { isPresent: false, content: known?.content }
    if (known?.isPresent === true) return { status: "removed", isChange: true, known: gone }
    if (known !== undefined) return { status: "same", isChange: false }
    return {
      status: "error",
      isChange: false,
      known: gone,
      error: `The page returned ${seen.statusCode ?? "nothing"}.`
    }
  }
  const characters = seen.markdown?.length ?? 0
  if (characters > MAX_CHARACTERS) {
    const error = `The page has ${characters} characters; at most ${MAX_CHARACTERS} are compared.`
    return { status: "error", isChange: false, error }
  }
  return yield* decidePresent(sight, known, contentOf(yield* Clock.currentTimeMillis, seen))
})

export const observe = Effect.fnUntraced(function*(monitors: Monitors, sight: Sight) {
  const { check, monitor, page, seen, target, url } = sight
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { known, result } = yield* monitors.page({ check, monitor, page })
    if (result !== undefined) return result.isChange
    const { isChange, known: now, status, ...decided } = yield* decide(sight, known)
    const body: Body = {
      targetId: target,
      url,
      isBaseline: false,
      statusCode: seen.statusCode ?? null,
      error: null,
      metadata: seen._tag === "Present" ? seen.metadata ?? null : null,
      diff: null,
      snapshot: null,
      judgment: null,
      ...decided
    }
    const isStored = yield* monitors.observe({
      check,
      monitor,
      page,
      target,
      url,
      status,
      isChange,
      body: body as unknown as Schema.Json,
      version: known?.version,
      known: now
    })
    if (isStored) return isChange
  }
  return false
})
