/** Tracks a page's pending requests, and what each of them loads. */
import * as Effect from "effect/Effect"
import type { Request, WebSocket, Worker } from "playwright-core"

const BRINGS: ReadonlyMap<string, "content" | "layout"> = new Map([
  ["document", "content"],
  ["fetch", "content"],
  ["script", "content"],
  ["stylesheet", "content"],
  ["xhr", "content"],
  ["font", "layout"],
  ["image", "layout"]
])

const REPEATS_OF_POLLING = 3
const MAX_REMEMBERED_REQUESTS = 1_000
const BODY_CHARACTERS = 2_000

const ENDLESS_RESPONSE = /^(?:text\/event-stream|multipart\/x-mixed-replace)\b/i

interface Waiting {
  readonly brings: "content" | "layout"
  readonly since: number
}

export interface Traffic {
  readonly requests: Map<Request, Waiting>
  readonly channels: Set<Request | WebSocket | Worker>
  readonly made: Map<string, number>
  readonly listeners: Set<() => void>
}

export const empty = (): Traffic => ({
  requests: new Map(),
  channels: new Set(),
  made: new Map(),
  listeners: new Set()
})

export const clear = ({ channels, made, requests }: Traffic): void => {
  requests.clear()
  channels.clear()
  made.clear()
}

const nameOf = (request: Request): string =>
  `${request.method()} ${request.url().replace(/\d{10,}/g, "")} ${
    request.method() === "POST" ? request.postData()?.slice(0, BODY_CHARACTERS) ?? "" : ""
  }`

export const began = ({ channels, made, requests }: Traffic, request: Request): void => {
  const type = request.resourceType()
  if (type === "eventsource") channels.add(request)
  const brings = BRINGS.get(type)
  if (brings === undefined) return
  if (type === "fetch" || type === "xhr") {
    const name = nameOf(request)
    const times = (made.get(name) ?? 0) + 1
    if (made.size < MAX_REMEMBERED_REQUESTS) made.set(name, times)
    if (times > REPEATS_OF_POLLING) return
  }
  requests.set(request, { brings, since: performance.now() })
}

export const ended = ({ channels, listeners, requests }: Traffic, request: Request): void => {
  channels.delete(request)
  if (!requests.delete(request)) return
  // Copied, because a listener may add itself again.
  for (const listener of Array.from(listeners)) listener()
}

export const opened = ({ channels }: Traffic, channel: WebSocket | Worker): void => {
  channels.add(channel)
  const closed = () => void channels.delete(channel)
  if ("waitForEvent" in channel && "isClosed" in channel) channel.on("close", closed)
  else (channel as Worker).on("close", closed)
}

/**
 * Returns the response of a request. `existingResponse` is missing in older versions of Playwright. A stream then
 * counts as a request until the limit.
 */
const responseOf = (request: Request) => (request as Partial<Request>).existingResponse?.() ?? undefined

const isEndless = (request: Request): boolean =>
  ENDLESS_RESPONSE.test(responseOf(request)?.headers()["content-type"] ?? "")

export const forget = ({ requests }: Traffic, url: string): void => {
  for (const request of requests.keys()) if (request.url() === url) requests.delete(request)
}

export const forgetUnread = ({ requests }: Traffic, urls: ReadonlyArray<string>): void => {
  for (const request of requests.keys()) {
    if (urls.includes(request.url()) && responseOf(request) !== undefined) requests.delete(request)
  }
}

export const inFlight = ({ channels, requests }: Traffic): {
  readonly content: number
  readonly layout: number
  readonly age: number
} => {
  let content = 0
  let layout = 0
  let latest = 0
  for (const [request, { brings, since }] of requests) {
    if (isEndless(request)) {
      requests.delete(request)
      channels.add(request)
    } else if (brings === "content") {
      content++
      latest = Math.max(latest, since)
    } else layout++
  }
  return { content, layout, age: performance.now() - latest }
}

export const hasChannel = ({ channels }: Traffic): boolean => channels.size > 0

export const requestEnd = ({ listeners }: Traffic, limit: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const listener = () => {
      listeners.delete(listener)
      resume(Effect.void)
    }
    listeners.add(listener)
    return Effect.sync(() => listeners.delete(listener))
  }).pipe(Effect.timeoutOrElse({ duration: limit, orElse: () => Effect.void }))
