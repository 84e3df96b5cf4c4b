/**
 * Counts pages by kind of URL: the engine that the pages of a kind need, and which of them are fetched with both
 * engines.
 */
import * as Effect from "effect/Effect"
import type { Engine, EngineMemory } from "../../EngineMemory.ts"
import type { FetchRequest } from "../service.ts"
import { kindOf } from "./kindOf.ts"

/** Number of the first page of a kind of URL that is fetched both ways. */
const FIRST_COMPARED = 10
/** Minimum distance to the next page of the kind that is fetched both ways. */
const MIN_PAGES_PER_COMPARISON = 50
/** A browser takes longer for one page than HTTP for ten, so comparisons become rarer while both agree. */
const MAX_PAGES_PER_COMPARISON = 800
/** Maximum kinds of URLs whose pages are counted. */
const MAX_COUNTED_KINDS = 5_000
/** Pages of a kind are no longer rendered after this many consecutive useless renderings. */
const VAIN_RENDERINGS = 3

/**
 * Milliseconds for which this process caches the stored engine of a kind. The cache also covers a kind without a stored
 * engine.
 */
const RECALLED_FOR_MS = 600_000

/**
 * Milliseconds for which this process caches that a kind has no stored engine, while another process compares the
 * engines. They are doubled each time that there is no result yet.
 */
const RECALLED_DURING_COMPARISON_MS = 1_000

/** A kind of URL in this process: its number of pages, its useless renderings, and the engine that its pages need. */
interface Kind {
  pages: number
  /** The number of the next page that is fetched both ways, and the distance to the one after it. */
  compared: number
  distance: number
  vain: number
  known: Engine | undefined
  /** The time, in epoch milliseconds, until which `known` is valid. */
  until: number
  /** Milliseconds for which a result without an engine is valid. */
  recalledMs: number
  /** The time, in epoch milliseconds, until which this process has reserved comparing the engines. */
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

/** Counts a page of a kind, and returns whether a comparison is due. */
const count = (kind: Kind): boolean => {
  if (++kind.pages < kind.compared) return false
  kind.compared = kind.pages + kind.distance
  return true
}

/** Sets the distance to the next comparison. It is doubled if the result is the same again. */
const space = (kind: Kind, lesson: Engine): void => {
  kind.distance = lesson === kind.known
    ? Math.min(kind.distance * 2, MAX_PAGES_PER_COMPARISON)
    : MIN_PAGES_PER_COMPARISON
  kind.compared = kind.pages + kind.distance
}

/** The kind of a request's URL, with the functions to record results. */
export interface Known {
  readonly name: string
  readonly kind: Kind
  /** Whether a comparison of the engines is due, so that this page is fetched over HTTP first. */
  readonly isDue: boolean
  /** Whether this page is fetched both ways. */
  readonly isTested: boolean
  readonly now: number
}

export const isKnownAs = (known: Known | undefined, engine: Engine): boolean =>
  known !== undefined && known.kind.known === engine && known.kind.until > known.now

/** Counts the kinds of one process, and stores the engine that each needs. */
export const makeKinds = (memory: EngineMemory["Service"]) => {
  const kinds = makeCounts()

  /** Returns whether this process does the comparison that is due, instead of another process. */
  const reserve = Effect.fnUntraced(function*(kind: Kind, name: string, now: number) {
    if (memory.reserve === undefined || kind.reservedUntil > now) return true
    const reservedMs = yield* memory.reserve(name)
    kind.reservedUntil = now + reservedMs
    if (reservedMs > 0) return true
    // This process then reaches its next comparison later than the process that has a browser already.
    kind.compared += kind.distance
    kind.until = Math.min(kind.until, now)
    kind.recalledMs = RECALLED_DURING_COMPARISON_MS
    return false
  })

  const recognise = Effect.fnUntraced(function*(request: FetchRequest, now: number) {
    const url = URL.parse(request.url)
    // a page for one caller's headers is not evidence about other pages
    if (url === null || Object.keys(request.options.headers).length > 0) return undefined
    const name = kindOf(url)
    const kind = kinds(name)
    return { name, kind, isDue: count(kind), isTested: false, now } satisfies Known
  })

  /**
   * Decides whether the page is fetched both ways. A page that no script can change shows nothing about its kind, so
   * the comparison that is due waits for the next page.
   */
  const decide = Effect.fnUntraced(function*(known: Known, canDiffer: boolean) {
    const { isDue, kind, name, now } = known
    if (isDue && !canDiffer) kind.compared = Math.min(kind.compared, kind.pages + 1)
    return { ...known, isTested: isDue && canDiffer && (yield* reserve(kind, name, now)) } satisfies Known
  })

  /** Reads the shared store of engines, unless this process did so recently. */
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
