/** A pretended search engine behind an `HttpClient`: it speaks the wire format it is given and misbehaves on demand. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"

/** Facts of the simulated engine about one result. */
export interface Sample {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** ISO 8601. */
  readonly date: string
  readonly imageUrl: string
  readonly width: number
  readonly height: number
}

/** A request as it left the adapter. */
export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How an engine's answers look. */
export interface Wire {
  /** Which page a request asks for, from 0, and how many results. */
  readonly asked: (request: Sent) => { readonly page: number; readonly count: number }
  /** The body that carries these results in answer to this request. */
  readonly body: (results: ReadonlyArray<Sample>, request: Sent) => unknown
  /** The engine decodes `%2B` in the texts of a JSON body. Default: false. */
  readonly isEncoded?: boolean | undefined
}

/** One way to behave; `undefined` never answers. */
export type Behaviour = (request: Sent, count: number) => Reply | undefined

export interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
  /** The connection fails instead. */
  readonly broken?: boolean
}

const decoder = new TextDecoder()

export interface Fake {
  readonly layer: Layer.Layer<HttpClient.HttpClient>
  /** What was sent, oldest first. */
  readonly sent: Array<Sent>
  /** Requests that were interrupted before they were answered. */
  interrupted: number
}

/** A client that answers as told and remembers what it was asked. */
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

/** Result number `index` of a collection, on a host of its own unless one is given. */
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

/** Answers page by page out of a collection. */
export const honest = (wire: Wire, collection: ReadonlyArray<Sample>): Behaviour => (request) => {
  const { count, page } = wire.asked(request)
  return json(wire.body(collection.slice(page * count, (page + 1) * count), request))
}
