/**
 * Runs plain searches of a small index on the caller's thread, on a copy of the index's tables. A request to another
 * thread would take longer than ranking a few hundred pages. All other searches use the index's thread.
 */
import * as NodeSqlite from "@dunlin/common/NodeSqlite"
import type { Operation, Search } from "@dunlin/search-index/Protocol"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { StatementSync } from "node:sqlite"
import { pathToFileURL } from "node:url"
import type { SearchError } from "../../SearchError.ts"
import type { Answer } from "../../SearchProvider.ts"
import type { Client } from "./client.ts"
import type { Place } from "./place.ts"

/**
 * A copy costs the caller's thread CPU time, which should stay below 20 ms. A documentation of 700 pages (6.4 million
 * units) takes 11 ms, and 18 ms on a busy machine.
 */
const most = { documents: 1000, units: 8_000_000, lists: 3_000_000 }

/**
 * A copy is made after this many searches of one state of the index. The number doubles with each copy that is
 * discarded unused, because copies are useless if writes are frequent.
 */
const WORTHWHILE = 8

/**
 * After this many searches, the size of a large index is checked again, because watching a file costs 0.07 ms per
 * search.
 */
const OF_LARGE = 1000

/** Milliseconds after which an unused copy is deleted to free its memory. */
const KEPT_FOR = 30_000

const MAX_WORDS_OF_INLINE_QUERY = 12
const MAX_WORD_CHARACTERS = 40
const MAX_HITS = 50

/** Prefixes may take too long, and so may conditions that must be checked on texts. */
const isPlain = ({ from, limit, meaning, nodes, sortByDate, source, to }: Search): boolean =>
  source === "web" && !sortByDate && meaning === undefined && from === undefined && to === undefined &&
  limit <= MAX_HITS && nodes.length <= MAX_WORDS_OF_INLINE_QUERY &&
  nodes.every((node) => node._tag === "Word" && node.value.length <= MAX_WORD_CHARACTERS && !node.value.includes("*"))

interface Watch {
  readonly state: () => number
  readonly close: () => void
}

/**
 * Watches SQLite's counter of commits. The connection is writable, because the last one to close merges the log into
 * the file.
 */
const watchFile = (filename: string): Watch => {
  const location = pathToFileURL(filename)
  // `rw` does not create a missing file.
  location.searchParams.set("mode", "rw")
  const database = new (NodeSqlite.load().DatabaseSync)(location)
  const version: StatementSync = database.prepare("pragma data_version")
  return {
    state: () => Number(version.get()?.["data_version"]),
    close: () => database.close()
  }
}

interface Copy {
  readonly state: number
  /** Whether the terms decide which parts are required and excluded, so that no text must be checked. */
  readonly isDecided: (nodes: Search["nodes"]) => boolean
  readonly search: (search: Search) => Promise<Answer>
  isUsed: boolean
}

const isReading = (operation: Operation): boolean =>
  operation === "search" || operation === "read" || operation === "stats" || operation === "copy"

export interface Near {
  readonly search: (search: Search) => Effect.Effect<Answer, SearchError>
  readonly writer: Client
}

export const make = Effect.fnUntraced(
  function*(
    { place, reader, writer }: { readonly place: Place; readonly reader: Client; readonly writer: Client }
  ): Effect.fn.Return<Near, never, Scope.Scope> {
    const far = (search: Search) => reader.call("search", search)
    if (!("filename" in place)) return { search: far, writer }

    const { filename } = place
    const scope = yield* Effect.scope
    let changes = 0
    let watch: Watch | undefined
    let copy: Copy | undefined
    let pending = 0
    let askedOf = -1
    let needed = WORTHWHILE
    let unwatched = 0
    let isCopying = false
    let resting: NodeJS.Timeout | undefined
    const dropCopy = () => {
      if (copy?.isUsed === false) needed *= 2
      copy = undefined
    }
    const giveUp = () => {
      clearTimeout(resting)
      resting = undefined
      watch?.close()
      watch = undefined
      dropCopy()
      askedOf = -1
    }
    yield* Effect.addFinalizer(() => Effect.sync(giveUp))

    const stateNow = (): number => filename === ":memory:" ? changes : (watch ??= watchFile(filename)).state()
    const makeCopy = Effect.gen(function*() {
      const state = stateNow()
      const tables = yield* reader.call("copy", most)
      if (tables === null) {
        unwatched = OF_LARGE
        return giveUp()
      }
      // Some tables may include later writes.
      if (stateNow() !== state) {
        needed *= 2
        return
      }
      // Loaded here, so that programs without a copy do not load the search.
      const { open } = yield* Effect.promise(() => import("@dunlin/search-index/IndexCopy"))
      if (stateNow() === state) copy = { state, ...open(tables), isUsed: false }
      else needed *= 2
    }).pipe(
      Effect.catchCause(() => Effect.void),
      Effect.ensuring(Effect.sync(() => {
        isCopying = false
      }))
    )

    const search = (wanted: Search): Effect.Effect<Answer, SearchError> => {
      if (!isPlain(wanted)) return far(wanted)
      if (unwatched > 0) {
        unwatched--
        return far(wanted)
      }
      let state: number
      try {
        state = stateNow()
      } catch {
        return far(wanted)
      }
      if (resting === undefined) resting = setTimeout(giveUp, KEPT_FOR).unref()
      else resting.refresh()
      if (copy?.state === state) {
        const { isDecided, search } = copy
        copy.isUsed = true
        needed = WORTHWHILE
        if (!isDecided(wanted.nodes)) return far(wanted)
        return Effect.catchCause(Effect.promise(() => search(wanted)), () => far(wanted))
      }
      dropCopy()
      if (askedOf !== state) {
        askedOf = state
        pending = 0
      }
      pending++
      if (pending !== needed || isCopying) return far(wanted)
      isCopying = true
      // The caller's response comes first, and the request for the copy follows.
      return Effect.onExit(far(wanted), () => Effect.forkIn(makeCopy, scope, { startImmediately: true }))
    }
    const change = Effect.sync(() => {
      changes++
    })
    return {
      search: (wanted) => Effect.suspend(() => search(wanted)),
      writer: {
        call: (operation, input) =>
          isReading(operation)
            ? writer.call(operation, input)
            : change.pipe(Effect.andThen(writer.call(operation, input)), Effect.ensuring(change))
      }
    }
  }
)
