/**
 * The part of OpenSearch that the index uses, over HTTP: documents with external versions that searches see after a
 * refresh, queries by terms with BM25, aggregations, aliases. It can be told to be busy, or to fail.
 */
import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { fakes } from "./fakeOpenSearchQueries.ts"

interface Stored {
  readonly version: number
  readonly source: Readonly<Record<string, unknown>>
}

interface Index {
  readonly aliases: Set<string>
  /** Fields that `_source` leaves out. */
  readonly excluded: ReadonlyArray<string>
  /** What was written; `undefined` is a deleted document, whose version stays. */
  readonly written: Map<string, { readonly version: number; readonly source: Stored["source"] | undefined }>
  /** What searches see. */
  shown: ReadonlyArray<readonly [id: string, Stored]>
}

/** A request, by its method and path. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

export interface FakeOpenSearch {
  readonly url: string
  readonly asked: Array<Asked>
  /** Replies that come before any other, to requests whose path ends so. */
  readonly replies: Array<{ readonly ending: string; readonly reply: Reply }>
  /** Bodies of the indices that were created. */
  readonly created: Map<string, any>
  readonly indices: () => ReadonlyArray<string>
  /** Gives indices another name, which their aliases follow. */
  readonly rename: (to: (name: string) => string) => void
}

const error = (status: number, type: string): Reply => ({ status, body: { error: { type, reason: "a test" }, status } })
const ok = (body: unknown): Reply => ({ status: 200, body })

const without = (source: Stored["source"], names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))

const only = (source: Stored["source"], names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)))

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

class Cluster {
  readonly all = new Map<string, Index>()
  readonly created = new Map<string, any>()

  make(name: string, body: any): Index {
    const index: Index = {
      aliases: new Set(Object.keys(body?.aliases ?? {})),
      excluded: body?.mappings?._source?.excludes ?? [],
      written: new Map(),
      shown: []
    }
    this.all.set(name, index)
    this.created.set(name, body)
    return index
  }

  /** Indices by their names or aliases. */
  named(names: string): ReadonlyArray<readonly [string, Index]> {
    return names.split(",").flatMap((name) =>
      [...this.all].filter(([own, { aliases }]) => own === name || aliases.has(name))
    )
  }

  one(name: string): Index {
    return this.named(name)[0]?.[1] ?? this.make(name, {})
  }

  put(
    name: string,
    id: string,
    source: Stored["source"] | undefined,
    external: number | undefined,
    isNew = false
  ): Reply {
    const { written } = this.one(name)
    const before = written.get(id)
    const isThere = before?.source !== undefined
    if (isNew && isThere || external !== undefined && before !== undefined && before.version >= external) {
      return error(409, "version_conflict_engine_exception")
    }
    const version = external ?? (before?.version ?? 0) + 1
    written.set(id, { version, source })
    if (source === undefined && !isThere) return { status: 404, body: { result: "not_found", _version: version } }
    return ok({ result: source === undefined ? "deleted" : isThere ? "updated" : "created", _version: version })
  }

  bulk(body: string): Reply {
    const lines = body.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
    const items: Array<object> = []
    while (lines.length > 0) {
      const [[action, meta]] = Object.entries<any>(lines.shift()) as [[string, any]]
      const source = action === "delete" ? undefined : lines.shift()
      const { body: said, status } = this.put(meta._index, meta._id, source, meta.version, action === "create")
      items.push({ [action]: { ...said as object, status } })
    }
    return ok({ errors: false, items })
  }

  refresh(names: string): Reply {
    for (const [, index] of this.named(names)) {
      index.shown = [...index.written].flatMap(([id, { source, version }]) =>
        source === undefined ? [] : [[id, { source, version }] as const]
      )
    }
    return ok({})
  }

  search(names: string, body: any): any {
    const found = this.named(names)
    if (found.length === 0) return error(404, "index_not_found_exception").body
    const documents = found.flatMap(([, { excluded, shown }]) => shown.map(([, { source }]) => ({ source, excluded })))
    const { matches } = fakes(documents.map(({ source }) => source))
    const hits = matches(body.query ?? { match_all: {} })
    const sorts = listOf(body.sort) as ReadonlyArray<Record<string, "asc" | "desc">>
    hits.sort((left, right) => {
      for (const sort of sorts) {
        const [[field, order]] = Object.entries(sort) as [[string, string]]
        const apart = Number(documents[left.at]!.source[field] ?? 0) - Number(documents[right.at]!.source[field] ?? 0)
        if (apart !== 0) return order === "asc" ? apart : -apart
      }
      return right.score - left.score
    })
    return {
      hits: {
        total: { value: hits.length, relation: "eq" },
        hits: hits.slice(0, body.size ?? 10).map(({ at, score }) => {
          const { excluded, source } = documents[at]!
          const shown = without(source, excluded)
          const isShown = body._source !== false && !(body.stored_fields !== undefined && body._source === undefined)
          return {
            _score: score,
            ...(isShown ? { _source: Array.isArray(body._source) ? only(shown, body._source) : shown } : {}),
            fields: Object.fromEntries(
              [...listOf(body.docvalue_fields), ...listOf(body.stored_fields)].map((name) => [
                name,
                listOf(source[String(name)])
              ])
            )
          }
        })
      },
      aggregations: fakes(hits.map(({ at }) => documents[at]!.source)).aggregate(body.aggs ?? {})
    }
  }

  answer(method: string, url: URL, text: string): Reply {
    const [first = "", second = "", third = ""] = url.pathname.slice(1).split("/").map(decodeURIComponent)
    const body = text === "" || first === "_bulk" || first === "_msearch" ? undefined : JSON.parse(text)
    if (first === "_bulk") return this.bulk(text)
    if (first === "_alias") {
      const found = this.named(second)
      return found.length === 0
        ? { status: 404, body: { error: "alias missing", status: 404 } }
        : ok(Object.fromEntries(found.map(([name]) => [name, { aliases: { [second]: {} } }])))
    }
    if (first === "_aliases") {
      for (const { add, remove } of body.actions) {
        if (remove !== undefined && this.all.get(remove.index)?.aliases.delete(remove.alias) !== true) {
          return error(404, "aliases_not_found_exception")
        }
        if (add !== undefined) this.all.get(add.index)?.aliases.add(add.alias)
      }
      return ok({})
    }
    if (first === "_msearch") {
      const lines = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
      const responses: Array<any> = []
      for (let at = 0; at < lines.length; at += 2) responses.push(this.search(lines[at].index, lines[at + 1]))
      return ok({ responses })
    }
    switch (second) {
      case "_refresh":
        return this.refresh(first)
      case "_search":
        return ok(this.search(first, body))
      case "_count":
        return ok({ count: this.search(first, {}).hits.total.value })
      case "_stats":
        return ok({ _all: { primaries: { store: { size_in_bytes: 1000 } } } })
      case "_forcemerge":
        return ok({})
      case "_mget":
        return ok({
          docs: body.ids.map((id: string) => {
            const source = this.one(first).written.get(id)?.source
            return source === undefined ? { found: false } : { found: true, _source: source }
          })
        })
      case "_doc": {
        if (method === "PUT") {
          const version = url.searchParams.get("version")
          return this.put(first, third, body, version === null ? undefined : Number(version))
        }
        const source = this.named(first)[0]?.[1].written.get(third)?.source
        return source === undefined ? { status: 404, body: { found: false } } : ok({ found: true, _source: source })
      }
    }
    if (method === "DELETE") {
      for (const name of first.split(",")) this.all.delete(name)
      return ok({})
    }
    if (method === "PUT") {
      if (this.all.has(first)) return error(400, "resource_already_exists_exception")
      this.make(first, body)
      return ok({ acknowledged: true })
    }
    return ok({})
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** A server for as long as the scope lasts. */
export const fakeOpenSearch: Effect.Effect<FakeOpenSearch, never, Scope.Scope> = Effect.gen(function*() {
  const cluster = new Cluster()
  const asked: Array<Asked> = []
  const replies: FakeOpenSearch["replies"] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request)
    const { method = "GET", url: path = "/" } = request
    asked.push({ method, path, body })
    const at = replies.findIndex(({ ending }) => path.split("?")[0]!.endsWith(ending))
    const reply = at >= 0
      ? replies.splice(at, 1)[0]!.reply
      : cluster.answer(method, new URL(path, "http://fake"), body)
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body))
  }
  const server = createServer((request, response) => void answer(request, response))
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as { port: number }).port)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    replies,
    created: cluster.created,
    indices: () => [...cluster.all.keys()].sort(),
    rename: (to) => {
      const all = [...cluster.all]
      cluster.all.clear()
      for (const [name, index] of all) cluster.all.set(to(name), index)
    }
  }
})
