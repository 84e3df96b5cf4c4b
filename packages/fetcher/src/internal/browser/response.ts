import { withoutUserInfo } from "@dunlin/schema/RawPage"
import * as Effect from "effect/Effect"
import type { Response } from "playwright-core"
import { ask, peek, type Remote, remote } from "./calls.ts"

export const isHtml = (contentType: string): boolean =>
  contentType === "" || contentType === "text/html" || contentType === "application/xhtml+xml"

export const parseCookies = (header: string, url: string) =>
  header.split(";").slice(0, 100).flatMap((pair) => {
    const at = pair.indexOf("=")
    const name = pair.slice(0, Math.max(0, at)).trim()
    return name === "" ? [] : [{ name, value: pair.slice(at + 1).trim(), url }]
  })

export const redirectsOf = Effect.fnUntraced(function*(response: Remote<Response>) {
  const hops: Array<{ readonly url: string; readonly status: number }> = []
  let request = peek(response, (response) => response.request().redirectedFrom())
  while (request !== null && hops.length < 20) {
    const answer = yield* ask(remote(request), (hop) => hop.response())
    hops.unshift({ url: withoutUserInfo(request.url()), status: answer?.status() ?? 302 })
    request = request.redirectedFrom()
  }
  return hops
})

export const withoutHash = (url: string): string => url.split("#", 1)[0]!
