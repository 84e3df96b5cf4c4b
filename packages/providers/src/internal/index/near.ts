/**
 * Answers plain searches of a small index on the caller's thread, from a copy of its tables: a request to another
 * thread takes longer than ranking some hundred pages. The thread of the index answers all other searches.
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
 * An index of more is not copied: pages, UTF-16 units of their texts and titles, and bytes of the lists of their words.
 * What a copy takes of the caller's thread, to receive it and make it ready, grows with all three and should stay below
 * 20 ms; 700 pages of documentation (6.4 million units) take 11, and 18 of its time on a busy machine.
 */
const most = { documents: 1000, units: 8_000_000, lists: 3_000_000 }

/**
 * Searches of one state of the index after which a copy is worth making. They double with each copy that is given up
 * before it has answered one: who writes as often as that would pay for copies and have nothing of them.
 */
const WORTHWHILE = 8

/**
 * Searches of an index that was too large for a copy after which it is looked at again: to watch a file takes the caller's
 * thread 0.07 ms a search, and 2 at times on a busy machine.
 */
const OF_LARGE = 1000

/** Milliseconds after which a copy that nobody asks is given up, and its memory with it. */
const KEPT_FOR = 30_000

/** A query of more words, and an answer of more hits, may take longer than the caller's thread should wait. */
const MAX_WORDS_OF_INLINE_QUERY = 12
const LONGEST_WORD = 40
const MOST_HITS = 50

/** Whole words: what begins many words has no bound that is small enough, nor has what is proven on texts. */
const isPlain = ({ from, limit, meaning, nodes, sortByDate, source, to }: Search): boolean =>
  source === "web" && !sortByDate && meaning === undefined && from === undefined && to === undefined &&
  limit <= MOST_HITS && nodes.length <= MAX_WORDS_OF_INLINE_QUERY &&
  nodes.every((node) => node._tag === "Word" && node.value.length <= LONGEST_WORD && !node.value.includes("*"))

/** Tells states of the index apart. */
interface Watch {
  readonly state: () => number
  readonly close: () => void
}

/**
 * Other processes may write to a file; SQLite counts what others commit. It is opened for writing, though nothing is
 * written: the last connection moves the log into the file when it is closed, and one that only reads cannot.
 */
const watchFile = (filename: string): Watch => {
  const location = pathToFileURL(filename)
  // Nothing is created where the file is gone.
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
  /** Whether terms decide what a search demands and leaves out. */
  readonly isDecided: (nodes: Search["nodes"]) => boolean
  readonly search: (search: Search) => Promise<Answer>
  isUsed: boolean
}

const isReading = (operation: Operation): boolean =>
  operation === "search" || operation === "read" || operation === "stats" || operation === "copy"

/** The two sides of an index: one that searches, and one that writes. */
export interface Near {
  readonly search: (search: Search) => Effect.Effect<Answer, SearchError>
  readonly writer: Client
}

/** Watches over an index in memory or in a file. */
export const make = Effect.fnUntraced(
  function*(
    { place, reader, writer }: { readonly place: Place; readonly reader: Client; readonly writer: Client }
  ): Effect.fn.Return<Near, never, Scope.Scope> {
    const far = (search: Search) => reader.call("search", search)
    if (!("filename" in place)) return { search: far, writer }

    const { filename } = place
    const scope = yield* Effect.scope
    /** An index in memory changes only by the writer. */
    let changes = 0
    let watch: Watch | undefined
    let copy: Copy | undefined
    let asked = 0
    let askedOf = -1
    let needed = WORTHWHILE
    /** Searches for which the index is taken to be as large as it was. */
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
      // Some of the tables may hold writes of the meantime.
      if (stateNow() !== state) {
        needed *= 2
        return
      }
      // The modules that search load only when a copy is used.
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
        asked = 0
      }
      asked++
      if (asked !== needed || isCopying) return far(wanted)
      isCopying = true
      // The caller gets the answer first; the request for the copy is the next one.
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
