/**
 * Sends requests to the worker threads of an index. In a bundle without the worker's file, the index runs on the
 * program's thread.
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import { PackageMissing } from "@dunlin/common/OptionalPackage"
import * as PackageFile from "@dunlin/common/PackageFile"
import type { Operation, Operations } from "@dunlin/search-index/Protocol"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Worker } from "node:worker_threads"
import { SearchError, Unavailable } from "../../SearchError.ts"
import { driverOf, isServed, type Place, type Reply, type Request } from "./place.ts"

const name = "@dunlin/providers"
const entry = PackageFile.module(
  { here: import.meta.url, name, module: "internal/index/client" },
  "internal/index/worker"
)

/** The error code if the worker cannot load its database driver. */
const notFound = "ERR_MODULE_NOT_FOUND"

const unavailable = (detail: string, cause?: unknown): SearchError =>
  new SearchError({
    provider: "local",
    reason: new Unavailable({ detail, ...(cause === undefined ? {} : { cause }) })
  })

const failureOf = ({ code, detail }: Extract<Reply, { readonly ok: false }>, place: Place): SearchError =>
  code === notFound
    ? new SearchError({ provider: "local", reason: new PackageMissing({ name: driverOf(place), cause: { code } }) })
    : unavailable(detail, code === undefined ? undefined : { code })

type Settle = (reply: { readonly output: unknown } | { readonly error: SearchError }) => void

interface Port {
  readonly post: (request: Request) => void
  readonly ref: () => void
  readonly unref: () => void
  readonly terminate: () => Promise<unknown>
}

interface Thread {
  readonly port: Port
  readonly pending: Map<number, Settle>
}

const ON_THIS_THREAD = `The index runs on the main thread, where a search delays other work: ${
  PackageFile.advice(name)
}`

/** Indexing allocates short-lived objects. With the default of the engine, they take 100 MB and no less time. */
const MAX_YOUNG_GENERATION_MB = 24

type Listen = (reply: Reply) => void

const onWorker = (entry: URL, place: Place, listen: Listen, failed: (error: SearchError) => void): Port => {
  // Process options, such as `--input-type`, concern the main entry and would break this one.
  const worker = new Worker(entry, {
    workerData: place,
    name: "dunlin-index",
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB }
  })
  worker.on("message", listen)
  worker.on("error", (cause: unknown) => failed(unavailable("the index thread failed", cause)))
  worker.on("exit", () => failed(unavailable("the index thread ended")))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
    post: (request) => worker.postMessage(request),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: () => worker.terminate()
  }
}

/** The module is only loaded here, because the worker thread loads its own. */
const onThisThread = (place: Place, listen: Listen): Port => {
  const process = import("./answering.ts").then(({ answering }) => answering(place, listen))
  return {
    post: (request) => void process.then((post) => post(request)),
    ref: () => {},
    unref: () => {},
    terminate: () => Promise.resolve()
  }
}

/** The thread starts with the first request, and again after a crash or an idle time. */
export interface Client {
  readonly call: <K extends Operation>(
    operation: K,
    input: Operations[K]["input"]
  ) => Effect.Effect<Operations[K]["output"], SearchError>
}

const SHARED_PLACES = 16

/** Milliseconds until an idle thread stops to free its memory. The next thread opens the file again. */
const REST_AFTER = 3000

const start = (entry: URL | undefined, place: Place, ended: () => void, idle: () => void): Thread => {
  const pending = new Map<number, Settle>()
  const failAll = (error: SearchError) => {
    for (const settle of pending.values()) settle({ error })
    pending.clear()
    ended()
  }
  const listen = (reply: Reply) => {
    const settle = pending.get(reply.id)
    pending.delete(reply.id)
    // An idle thread must not keep the process alive.
    if (pending.size === 0) {
      port.unref()
      idle()
    }
    settle?.(reply.ok ? { output: reply.output } : { error: failureOf(reply, place) })
  }
  const port = entry === undefined ? onThisThread(place, listen) : onWorker(entry, place, listen, failAll)
  port.unref()
  return { port, pending }
}

export const make = Effect.fnUntraced(
  function*(place: Place): Effect.fn.Return<Client, never, Scope.Scope> {
    let thread: Thread | undefined
    let known = place
    let next = 0
    let resting: NodeJS.Timeout | undefined
    // One request waits in the thread, so that it can start immediately. Further requests wait here, where they can
    // be cancelled.
    const places = yield* FairSemaphore.make(isServed(place) ? SHARED_PLACES : 2)
    const rest = (current: Thread) => {
      if (thread !== current || current.pending.size > 0) return
      thread = undefined
      current.port.post({ id: -1, operation: "close", input: null })
    }
    const ask = <K extends Operation>(operation: K, input: Operations[K]["input"]) =>
      Effect.callback<Operations[K]["output"], SearchError>((resume) => {
        const current = thread ??= start(entry, known, () => {
          if (thread === current) thread = undefined
        }, () => {
          if (!("filename" in place) || place.filename !== ":memory:") {
            resting = setTimeout(rest, REST_AFTER, current).unref()
          }
        })
        clearTimeout(resting)
        const id = next++
        current.pending.set(
          id,
          (reply) =>
            resume(
              "error" in reply ? Effect.fail(reply.error) : Effect.succeed(reply.output as Operations[K]["output"])
            )
        )
        current.port.ref()
        current.port.post({ id, operation, input })
        return Effect.sync(() => {
          current.pending.delete(id)
        })
      })
    const warned = entry === undefined ? yield* Effect.cached(Effect.logWarning(ON_THIS_THREAD)) : Effect.void
    yield* Effect.addFinalizer(() => {
      clearTimeout(resting)
      return thread === undefined
        ? Effect.void
        : ask("close", null).pipe(Effect.timeout("5 seconds"), Effect.ignore, Effect.andThen(terminate(thread.port)))
    })
    return {
      call: (operation, input) => {
        const answered = operation === "write" && "filename" in place
          ? Effect.tap(ask(operation, input), () =>
            Effect.sync(() => {
              // The file was checked, so the next thread need not check it again.
              known = { ...place, isWhole: true }
            }))
          : ask(operation, input)
        return places.withPermit(entry === undefined ? Effect.andThen(warned, answered) : answered)
      }
    }
  }
)

/**
 * Tests that open a hundred indexes process requests on the test's thread instead, where the code is compiled only
 * once.
 */
export const Start: Context.Reference<typeof make> = Context.Reference(
  "@dunlin/providers/internal/index/client/Start",
  {
    defaultValue: () => make
  }
)

const terminate = (port: Port): Effect.Effect<void> => Effect.asVoid(Effect.promise(() => port.terminate()))
