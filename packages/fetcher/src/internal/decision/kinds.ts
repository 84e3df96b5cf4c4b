/**
 * Counts the pages of each kind of URL, to learn which engine it needs. Some pages are fetched with both engines to
 * compare them.
 */
import * as Effect from "effect/Effect"
import type { Engine, EngineMemory } from "../../EngineMemory.ts"
import type { FetchRequest } from "../service.ts"
import { kindOf } from "./kindOf.ts"

const FIRST_COMPARED = 10
const MIN_PAGES_PER_COMPARISON = 50
/** Rendering costs more than ten HTTP requests, so comparisons become rarer while both engines agree. */
const MAX_PAGES_PER_COMPARISON = 800
const MAX_COUNTED_KINDS = 5_000
/** After this many consecutive renderings without new content, pages of the kind are fetched over HTTP. */
const VAIN_RENDERINGS = 3

const RECALLED_FOR_MS = 600_000

/**
 * How long a process waits to read the shared store again while another process compares the engines. Doubles while
 * there is no result.
 */
const RECALLED_DURING_COMPARISON_MS = 1_000

interface Kind {
  pages: number
  compared: number
  distance: number
  vain: number
  known: Engine | undefined
  until: number
  recalledMs: number
  reservedUntil: number
}

const makeCounts = () => {
  const kinds = new Map<string, Kind>()
  return (name: string): Kind => {
    const known = kinds.get(name)
    if (known !== undefined) return known
    if (kinds.size >= MAX_COUNTED_KINDS) kinds.delete(kinds.keys().next().value!)
    const made: Kind = {
      pages: 0,
      compared: FIRST_COMPARED,
      distance: MIN_PAGES_PER_COMPARISON,
      vain: 0,
      known: undefined,
      until: 0,
      recalledMs: RECALLED_FOR_MS,
      reservedUntil: 0
    }
    kinds.set(name, made)
    return made
  }
}

const count = (kind: Kind): boolean => {
  if (++kind.pages < kind.compared) return false
  kind.compared = kind.pages + kind.distance
  return true
}

const space = (kind: Kind, lesson: Engine): void => {
  kind.distance = lesson === kind.known
    ? Math.min(kind.distance * 2, MAX_PAGES_PER_COMPARISON)
    : MIN_PAGES_PER_COMPARISON
  kind.compared = kind.pages + kind.distance
}

export interface Known {
  readonly name: string
  readonly kind: Kind
  readonly isDue: boolean
  readonly isTested: boolean
  readonly now: number
}

export const isKnownAs = (known: Known | undefined, engine: Engine): boolean =>
  known !== undefined && known.kind.known === engine && known.kind.until > known.now

export const makeKinds = (memory: EngineMemory["Service"]) => {
  const kinds = makeCounts()

  /** Reserves the due comparison in the shared store, so that other processes do not repeat it. */
  const reserve = Effect.fnUntraced(function*(kind: Kind, name: string, now: number) {
    if (memory.reserve === undefined || kind.reservedUntil > now) return true
    const reservedMs = yield* memory.reserve(name)
    kind.reservedUntil = now + reservedMs
    if (reservedMs > 0) return true
    // The process that already has a browser should do the next comparison too.
    kind.compared += kind.distance
    kind.until = Math.min(kind.until, now)
    kind.recalledMs = RECALLED_DURING_COMPARISON_MS
    return false
  })

  const recognise = Effect.fnUntraced(function*(request: FetchRequest, now: number) {
    const url = URL.parse(request.url)
    // A page for one caller's headers is not evidence about other pages.
    if (url === null || Object.keys(request.options.headers).length > 0) return undefined
    const name = kindOf(url)
    const kind = kinds(name)
    return { name, kind, isDue: count(kind), isTested: false, now } satisfies Known
  })

  const decide = Effect.fnUntraced(function*(known: Known, canDiffer: boolean) {
    const { isDue, kind, name, now } = known
    if (isDue && !canDiffer) kind.compared = Math.min(kind.compared, kind.pages + 1)
    return { ...known, isTested: isDue && canDiffer && (yield* reserve(kind, name, now)) } satisfies Known
  })

  /** Reads the shared store, unless this process has read it recently. */
  const recall = Effect.fnUntraced(function*({ kind, name, now }: Known) {
    if (kind.until > now) return
    kind.known = yield* memory.recall(name)
    kind.until = now + (kind.known === undefined ? kind.recalledMs : RECALLED_FOR_MS)
    kind.recalledMs = Math.min(kind.recalledMs * 2, RECALLED_FOR_MS)
  })

  const learn = Effect.fnUntraced(function*({ isTested, kind, name, now }: Known, isBetter: boolean) {
    kind.vain = isBetter ? 0 : kind.vain + 1
    const lesson = isBetter ? "browser" : isTested || kind.vain >= VAIN_RENDERINGS ? "http" : undefined
    if (lesson === undefined || (lesson === kind.known && !isTested)) return
    if (isTested) space(kind, lesson)
    kind.known = lesson
    kind.until = now + RECALLED_FOR_MS
    yield* memory.learn(name, lesson)
  })

  return { recognise, decide, recall, learn }
}
