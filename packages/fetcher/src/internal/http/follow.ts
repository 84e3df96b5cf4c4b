import * as RetryAfter from "@dunlin/common/RetryAfter"
import { withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { EgressGuard } from "../../EgressGuard.ts"
import { type Reason, RedirectError } from "../../FetchError.ts"
import { NavigationGuard } from "../../NavigationGuard.ts"
import { largeBytes, PageMemory } from "../../PageMemory.ts"
import { type ContentType, parseContentType } from "../contentType.ts"
import type { FetchRequest } from "../service.ts"
import { basicCredentials } from "../userInfo.ts"
import * as cookies from "./cookies.ts"
import { decodeBody } from "./decodeBody.ts"
import type * as dispatchers from "./dispatchers.ts"
import { type Answer, isRedirect } from "./exchange.ts"
import type { Hop, Progress } from "./hop.ts"
import { metaRefresh, refreshTarget, resolveLocation } from "./redirects.ts"
import { baseHeaders, userHeaders, withoutCredentials } from "./requestHeaders.ts"

/** A meta refresh is searched only at the start of a page. */
const REFRESH_WINDOW_BYTES = 16_384

const MAX_WAIT_SHARE = 1 / 2

const listOf = (value: string | ReadonlyArray<string> | undefined): string => [value ?? []].flat().join(",")

const first = (value: string | ReadonlyArray<string> | undefined): string =>
  typeof value === "string" ? value : value?.[0] ?? ""

const isHtml = (contentType: string): boolean => contentType === "text/html" || contentType === "application/xhtml+xml"

const pauseBefore = Effect.fnUntraced(function*(answer: Answer, deadline: number, maxRetryAfter: number) {
  if (answer.status !== 429 && answer.status !== 503) return undefined
  const now = yield* Clock.currentTimeMillis
  const pause = RetryAfter.millis(first(answer.headers["retry-after"]), now)
  return pause !== undefined && pause <= maxRetryAfter && pause <= (deadline - now) * MAX_WAIT_SHARE ? pause : undefined
})

const open = Effect.fnUntraced(function*(answer: Answer, url: URL, maxBytes: number) {
  const contentType = parseContentType(answer.headers["content-type"])
  const transferred = listOf(answer.headers["transfer-encoding"]).replaceAll(/\bchunked\b/gi, "")
  const codings = `${listOf(answer.headers["content-encoding"])},${transferred}`
  const decoded = yield* Effect.catch(
    decodeBody(answer.body, codings, Math.min(largeBytes, maxBytes)),
    (reason) =>
      reason._tag === "TooLarge" && maxBytes > largeBytes
        ? Effect.flatMap(PageMemory, ({ take }) => Effect.andThen(take, decodeBody(answer.body, codings, maxBytes)))
        : Effect.fail(reason)
  )
  if (answer.status !== 200 || !isHtml(contentType.essence)) return { contentType, ...decoded, target: undefined }
  const { buffer, byteOffset, length } = decoded.body
  const head = Buffer.from(buffer, byteOffset, Math.min(length, REFRESH_WINDOW_BYTES)).toString("latin1")
  const target = refreshTarget(first(answer.headers.refresh as string), url) ?? metaRefresh(head, url)
  return { contentType, ...decoded, target }
})

export interface Followed {
  readonly answer: Answer
  readonly url: URL
  readonly redirects: ReadonlyArray<{ readonly url: string; readonly status: number }>
  readonly contentType: ContentType
  readonly body: Uint8Array
  readonly mislabelled: boolean
  readonly refused: ReadonlyArray<string>
}

type Step =
  | { readonly _tag: "Page"; readonly page: Followed }
  | { readonly _tag: "Moved"; readonly status: number; readonly target: string }
  | { readonly _tag: "Busy"; readonly pause: number }

export const follow = Effect.fnUntraced(function*(
  options: {
    readonly guard: EgressGuard["Service"]
    readonly hop: Hop
    readonly userAgent: string
    readonly maxBytes: number
    readonly maxRedirects: number
    readonly maxRetryAfter: number
  },
  request: FetchRequest,
  progress: Progress,
  policy: dispatchers.Policy
) {
  const { guard, hop, maxBytes, maxRedirects, userAgent } = options
  const navigation = yield* NavigationGuard
  const jar = cookies.make()
  const redirects: Array<{ readonly url: string; readonly status: number }> = []
  const seen = new Set<string>()
  const user = userHeaders(request.options.headers)
  let extra = user.accepted
  let next = request.url
  let retried = false

  /** A response other than the page is released, because the next request may need its slot. */
  const ask = Effect.fnUntraced(function*(url: URL, headers: Record<string, string>): Effect.fn.Return<Step, Reason> {
    const answer = yield* hop(url, headers, policy, progress)
    jar.store(url, answer.headers)
    const { status } = answer
    const location = first(answer.headers.location)
    if (isRedirect(status) && location !== "") {
      return { _tag: "Moved", status, target: yield* Effect.fromResult(resolveLocation(location, url)) }
    }
    const pause = retried ? undefined : yield* pauseBefore(answer, progress.deadline, options.maxRetryAfter)
    if (pause !== undefined) return { _tag: "Busy", pause }
    const { target, ...opened } = yield* open(answer, url, maxBytes)
    return target === undefined || redirects.length >= maxRedirects
      ? { _tag: "Page", page: { answer, url, redirects, refused: user.refused, ...opened } }
      : { _tag: "Moved", status, target }
  })

  for (;;) {
    const url = yield* Effect.fromResult(guard.check(next))
    yield* navigation.check(url.href)
    const cookie = jar.header(url, extra.cookie ?? "")
    const key = `${url.href} ${cookie}`
    if (seen.has(key)) return yield* new RedirectError({ kind: "loop" })
    seen.add(key)
    const authorization = basicCredentials(url)
    const headers = {
      ...baseHeaders(request.options, userAgent),
      ...(authorization === undefined ? {} : { authorization }),
      ...extra,
      ...(cookie === "" ? {} : { cookie })
    }
    const step = yield* ask(url, headers)
    if (step._tag === "Page") return step.page
    if (step._tag === "Busy") {
      retried = true
      seen.delete(key)
      yield* Effect.sleep(step.pause)
      continue
    }
    if (redirects.length >= maxRedirects) return yield* new RedirectError({ kind: "tooMany" })
    progress.hasMoved = true
    redirects.push({ url: withoutUserInfo(url.href), status: step.status })
    if (URL.parse(step.target)?.origin !== url.origin) extra = withoutCredentials(extra)
    next = step.target
  }
})
