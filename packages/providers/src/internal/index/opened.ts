import * as TimeFilter from "@dunlin/query-operators/TimeFilter"
import type { Operations, Search, StoredDocument } from "@dunlin/search-index/Protocol"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Added, IndexDocument, LocalIndex, Stats } from "../../LocalIndex.ts"
import type { SearchError } from "../../SearchError.ts"
import type * as SearchProvider from "../../SearchProvider.ts"
import * as Collect from "../collect.ts"
import * as Embedding from "../embedding.ts"
import * as Patience from "../patience.ts"
import * as Client from "./client.ts"
import * as Documents from "./documents.ts"
import * as Near from "./near.ts"
import type { Place } from "./place.ts"
import { reported } from "./reported.ts"

const nothing: Added = { added: 0, updated: 0, unchanged: 0, invalid: 0 }

const plus = (left: Added, right: Added): Added => ({
  added: left.added + right.added,
  updated: left.updated + right.updated,
  unchanged: left.unchanged + right.unchanged,
  invalid: left.invalid + right.invalid
})

const toSearch = (question: SearchProvider.Question, now: number): Search => {
  const window = question.time === undefined || question.source === "images"
    ? {}
    : TimeFilter.window(question.time, now)
  return {
    source: question.source,
    nodes: question.query.nodes,
    limit: question.limit,
    from: window.from,
    to: window.to,
    sortByDate: question.time?.sortByDate === true && question.source !== "images",
    now
  }
}

const unknown = (question: SearchProvider.Question): ReadonlyArray<string> => [
  ...(question.safe === true ? ["The local index cannot filter explicit content."] : []),
  ...(question.location === undefined ? [] : ["The local index does not support locations."])
]

/** If a thread does not respond, a retry would not help. */
const policy = { name: "local", retries: 0 }

const nothingAsked: SearchProvider.Answer = {
  hits: [],
  warnings: ["The query contains no words to search for."]
}

const emptyIndex =
  "The local index is empty: add pages with `dunlin index` or a client's `index`, or configure another provider."

export const open = Effect.fnUntraced(
  function*<R>(
    place: Place,
    isShared: boolean,
    vectors: Effect.Effect<Embedding.Meaning | undefined, never, R>
  ): Effect.fn.Return<LocalIndex["Service"], SearchError, R | Scope.Scope> {
    const start = yield* Client.Start
    const far = yield* reported(place, yield* start(place))
    // A file is read through a separate connection, so that searches do not wait for writes.
    const reader = isShared ? yield* reported(place, yield* start(place)) : far
    const patient: Client.Client = {
      call: (operation, input) => Patience.patiently(policy, () => reader.call(operation, input))
    }
    const { search: searchNear, writer } = yield* Near.make({ place, reader: patient, writer: far })
    // A search would otherwise be the first to report an invalid file.
    if (isShared && (yield* reader.call("stats", null)).isOutdated) {
      // A failed rebuild is retried when the index is next opened. Until then, searches use the old terms.
      yield* writer.call("rebuild", null).pipe(
        Effect.repeat({ while: (more) => more }),
        Effect.ignore,
        Effect.forkScoped
      )
    }

    const meaning = yield* vectors
    const embedding = meaning === undefined
      ? undefined
      : yield* Embedding.make(writer, meaning)

    const write = (batch: { readonly documents: ReadonlyArray<StoredDocument>; readonly invalid: number }) =>
      Effect.map(writer.call("write", batch.documents), (written): Added => ({ ...written, invalid: batch.invalid }))
    const add = Effect.fn("LocalIndex.add")(function*(documents: Iterable<IndexDocument>) {
      let total = nothing
      for (const batch of Documents.batches(documents)) total = plus(total, yield* write(batch))
      if (embedding !== undefined) yield* embedding.wake
      return total
    })
    const isEmpty = Effect.map(patient.call("stats", null), ({ documents }) => documents === 0)
    const answer = (question: SearchProvider.Question): Effect.Effect<SearchProvider.Answer, SearchError> => {
      if (question.query.nodes.length === 0) return Effect.succeed(nothingAsked)
      return Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const search = toSearch(question, now)
        const answered = meaning === undefined
          ? searchNear(search)
          : Effect.flatMap(
            Embedding.queryVectorOf(question, meaning.embedder),
            (vector) =>
              Effect.map(searchNear({ ...search, meaning: vector.meaning }), (found) => ({
                ...found,
                warnings: [...found.warnings, ...vector.warnings]
              }))
          )
        return Effect.flatMap(answered, (found) => {
          const warnings = [...found.warnings, ...unknown(question)]
          return found.hits.length > 0
            ? Effect.succeed({ ...found, warnings })
            : Effect.map(isEmpty, (empty) => ({ ...found, warnings: empty ? [emptyIndex, ...warnings] : warnings }))
        })
      })
    }
    const search = (question: SearchProvider.Question) =>
      Patience.spanned(
        policy.name,
        question,
        () => Effect.map(answer(question), (found) => Collect.tidy(found, question))
      )
    return {
      add,
      update: add,
      addStream: (documents) =>
        documents.pipe(
          Stream.groupedWithin(100, "1 second"),
          Stream.runFoldEffect(() => nothing, (total, chunk) => Effect.map(add(chunk), (added) => plus(total, added)))
        ),
      delete: Effect.fn("LocalIndex.delete")(function*(urls: Iterable<string>) {
        return yield* writer.call("remove", [...urls].flatMap((url) => Documents.address(url) ?? []))
      }),
      read: Effect.fn("LocalIndex.read")(function*(url: string) {
        const known = Documents.address(url)
        return known === undefined ? undefined : (yield* reader.call("read", known)) ?? undefined
      }),
      addresses: Effect.fn("LocalIndex.addresses")(function*(beginning: string) {
        const found: Array<string> = []
        for (let after: number | null = 0; after !== null;) {
          const { last, urls }: Operations["addresses"]["output"] = yield* reader.call("addresses", {
            beginning,
            after
          })
          for (const url of urls) found.push(url)
          after = last
        }
        return found
      }),
      search,
      stats: Effect.map(
        reader.call("stats", null),
        ({ bytes, documents, images }): Stats => ({ documents, images, bytes })
      ),
      embed: embedding?.all ?? Effect.succeed(0),
      optimize: Effect.asVoid(writer.call("optimize", null))
    }
  }
)
