import { CachePlan } from "@dunlin/cache"
import * as testing from "@dunlin/cache/testing"

export const planOf = (writer: string, index: number): CachePlan.CachePlan =>
  CachePlan.make({ url: `https://example.com/${writer}/${index}`, options: {} })

/** Some pages are large enough to become files. */
export const pageOf = (writer: string, index: number) => {
  const body = new Uint8Array(index % 20 === 19 ? 1_500_000 : 20_000)
  let seed = index * 7919 + Number(writer) + 1
  for (let place = 0; place < body.length; place++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    body[place] = seed >> 16
  }
  return testing.page(index, { body })
}
