/**
 * Serves the endpoints directly on a `node:http` server, with less overhead than `Server.layer`.
 *
 * @since 0.1.0
 */
import type { CreditError } from "@dunlin/credits/CreditError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Doors } from "./Doors.ts"
import { accounts } from "./internal/accounts.ts"
import { answer } from "./internal/exchange.ts"
import { makeOpenPages, OpenPages } from "./internal/interact/interactions.ts"
import { isAnnouncedTooLarge, whenReadable } from "./internal/nodeRequest.ts"
import { normal } from "./internal/normal.ts"
import { inOrder } from "./internal/pipelined.ts"
import { MaxUploadBytes, UPLOAD_PATH } from "./internal/request.ts"
import { finder } from "./internal/routes.ts"
import { watching } from "./internal/watch.ts"
import { Listener } from "./Listener.ts"
import { Mounts } from "./Mount.ts"
import type { Options, Services } from "./Server.ts"

/**
 * Serves all endpoints on a `Listener`. If a client disconnects, its request is interrupted. On shutdown, pending
 * requests may run until the listener's timeout, and are then interrupted.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<never, CreditError, Listener | Services> =>
  Layer.merge(
    accounts,
    Layer.effectDiscard(
      Effect.flatMap(MaxUploadBytes, (uploads) =>
        serve(options.maxBodyBytes ?? 2 * 1024 * 1024, options.maxUploadBytes ?? uploads))
    )
  )

const ofDoors = Effect.flatMap(Doors, (names) =>
  names.length === 0
    ? Effect.succeed(undefined)
    : Effect.map(
      Effect.promise(() => import("./internal/doors/finder.ts")),
      ({ finderOfDoors }) => finderOfDoors(names)
    ))

const serve = Effect.fnUntraced(function*(maxBodyBytes: number, maxUploadBytes: number) {
  const { drain, server } = yield* Listener
  const find = finder(yield* Mounts, yield* ofDoors)
  const maxBytesOf = ({ url = "" }: IncomingMessage) =>
    normal(url.split("?", 1)[0]!) === UPLOAD_PATH ? maxUploadBytes : maxBodyBytes
  const pages = yield* makeOpenPages
  // Looked up once for all requests.
  const run = Effect.runForkWith(Context.add(yield* Effect.context<Services>(), OpenPages, pages))
  const running = new Set<Fiber.Fiber<void>>()

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    inOrder(incoming, outgoing, () =>
      whenReadable(incoming, maxBytesOf(incoming), (request) => {
        const fiber = run(answer(incoming, request, outgoing, find))
        if (fiber.pollUnsafe() !== undefined) return
        running.add(fiber)
        fiber.addObserver(() => running.delete(fiber))
        outgoing.on("close", () => {
          if (!outgoing.writableEnded) fiber.interruptUnsafe()
        })
      }))

  // A client that sends `Expect: 100-continue` need not send a body that exceeds the limit.
  const encourage = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!isAnnouncedTooLarge(incoming, maxBytesOf(incoming))) outgoing.writeContinue()
    handle(incoming, outgoing)
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", handle).on("checkContinue", encourage)),
    () =>
      drain.pipe(
        Effect.andThen(Effect.suspend(() => Fiber.interruptAll(running))),
        Effect.andThen(Effect.sync(() => server.off("request", handle).off("checkContinue", encourage)))
      )
  )
  // Watchers end before requests, because the shutdown would otherwise wait for their connections.
  yield* watching(server)
})
