/** An `HttpClient` that asks a function instead of the network, and remembers what was asked. */
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"

export interface Asked {
  readonly url: URL
  readonly headers: Record<string, string | undefined>
  readonly body: any // each test knows the body its adapter sends
}

export const endpoint = (
  answer: (asked: Asked, index: number) => Response | "hang"
): { readonly asked: Array<Asked>; readonly layer: Layer.Layer<HttpClient.HttpClient> } => {
  const asked: Array<Asked> = []
  const client = HttpClient.make((request, url) => {
    const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
    const item: Asked = { url, headers: request.headers, body: JSON.parse(body) }
    asked.push(item)
    const response = answer(item, asked.length - 1)
    return response === "hang" ? Effect.never : Effect.succeed(HttpClientResponse.fromWeb(request, response))
  })
  return { asked, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** Every place of a string, with offsets in code points as a Python service counts them. */
export const inCodePoints = (
  text: string,
  value: string
): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const points = [...text]
  const wanted = [...value]
  const found: Array<{ readonly start: number; readonly end: number }> = []
  for (let i = 0; i + wanted.length <= points.length; i++) {
    if (wanted.every((point, k) => points[i + k] === point)) found.push({ start: i, end: i + wanted.length })
  }
  return found
}
