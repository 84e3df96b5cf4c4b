import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"

/** Answers every request with what `reply` makes of it, and remembers the requests. */
export const client = (reply: (url: URL) => Response) => {
  const sent: Array<URL> = []
  const layer = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) => {
      sent.push(url)
      return Effect.succeed(HttpClientResponse.fromWeb(request, reply(url)))
    })
  )
  return { layer, sent }
}

/** An answer of JSON. */
export const json = (body: string, init?: ResponseInit): Response =>
  new Response(body, { ...init, headers: { "content-type": "application/json; charset=utf-8", ...init?.headers } })
