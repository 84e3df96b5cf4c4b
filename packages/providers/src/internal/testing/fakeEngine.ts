/** Simulates a search engine behind an `HttpClient`. It uses the given format and fails on demand. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"

export interface Sample {
  readonly url: string
  readonly title: string
  readonly snippet: string
  readonly date: string
  readonly imageUrl: string
  readonly width: number
  readonly height: number
}

export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Wire {
  /** Returns the page and the number of results that a request asks for. Pages start at 0. */
  readonly asked: (request: Sent) => { readonly page: number; readonly count: number }
  readonly body: (results: ReadonlyArray<Sample>, request: Sent) => unknown
  readonly isEncoded?: boolean | undefined
}

export type Behaviour = (request: Sent, count: number) => Reply | undefined

export interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
  readonly broken?: boolean
}

const decoder = new TextDecoder()

export interface Fake {
  readonly layer: Layer.Layer<HttpClient.HttpClient>
  readonly sent: Array<Sent>
  interrupted: number
}

export const make = (behave: Behaviour): Fake => {
  const fake: { readonly sent: Array<Sent>; interrupted: number } = { sent: [], interrupted: 0 }
  const client = HttpClient.make((request, url) => {
    const sent: Sent = {
      method: request.method,
      url,
      headers: { ...request.headers },
      body: request.body._tag === "Uint8Array" ? decoder.decode(request.body.body) : ""
    }
    fake.sent.push(sent)
    const reply = behave(sent, fake.sent.length)
    if (reply === undefined) {
      return Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          fake.interrupted++
        }))
    }
    if (reply.broken === true) {
      const cause = Object.assign(new Error(`connect ECONNREFUSED for ${url.href}`), { code: "ECONNREFUSED" })
      return Effect.fail(
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      )
    }
    return Effect.succeed(HttpClientResponse.fromWeb(
      request,
      new Response(reply.body, {
        status: reply.status,
        headers: { "content-type": "application/json; charset=utf-8", ...reply.headers }
      })
    ))
  })
  return Object.assign(fake, { layer: Layer.succeed(HttpClient.HttpClient, client) })
}

export const sample = (index: number, host = `host${index}.example`): Sample => ({
  url: `https://${host}/page/${index}`,
  title: `Result ${index} about conformance`,
  snippet: `Snippet ${index} says a few words.`,
  date: `2024-05-${String(1 + index % 28).padStart(2, "0")}T12:00:00Z`,
  imageUrl: `https://images.example/${index}.png`,
  width: 640 + index,
  height: 480 + index
})

export const samples = (count: number): ReadonlyArray<Sample> => Array.from({ length: count }, (_, at) => sample(at))

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body)
})

export const honest = (wire: Wire, collection: ReadonlyArray<Sample>): Behaviour => (request) => {
  const { count, page } = wire.asked(request)
  return json(wire.body(collection.slice(page * count, (page + 1) * count), request))
}
