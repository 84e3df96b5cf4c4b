// Child processes load this: deep imports keep their start short.
import * as CachePlan from "@dunlin/cache/CachePlan"
import { RawPage } from "@dunlin/schema/RawPage"

export const planOf = (writer: string, index: number): CachePlan.CachePlan =>
  CachePlan.make({ url: `https://example.com/${writer}/${index}`, options: {} })

export const pageOfBody = (fetchedAt: number, body: Uint8Array): RawPage =>
  new RawPage({
    sourceUrl: "https://example.com/",
    url: "https://example.com/",
    status: 200,
    headers: {},
    contentType: "text/html",
    body,
    redirects: [],
    fetchedAt,
    engine: "http",
    proxyUsed: "basic",
    warnings: []
  })

/** Some pages are large enough to become files. */
export const pageOf = (writer: string, index: number): RawPage => {
  const body = new Uint8Array(index % 10 === 9 ? 1_500_000 : 20_000)
  let seed = index * 7919 + Number(writer) + 1
  for (let place = 0; place < body.length; place++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    body[place] = seed >> 16
  }
  return pageOfBody(index, body)
}
