import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const { productValues } = await import(new URL("../src/internal/data/state.ts", import.meta.url).href) as {
  readonly productValues: (tape: unknown) => ReadonlyArray<unknown>
}

const valuesOf = (html: string) => productValues((Html.parse(html) as unknown as { readonly tape: unknown }).tape)

const streamed = "<script>self.__next_f.push([1,\"1:{\\\"price\\\":1}\\n\"])</script>"
const assigned = "<script>window.A={\"price\":2};</script>"
const declared = "<script type=\"application/json\">{\"variants\":[3]}</script>"
const other = "<script type=\"application/json\">{\"sku\":\"x\",\"cost\":3}</script>"

describe("productValues", () => {
  it("reads scripts in document order, and the parts of Next.js last", () => {
    assert.deepStrictEqual(valuesOf(streamed + assigned + declared), [{ price: 2 }, { variants: [3] }, { price: 1 }])
    assert.deepStrictEqual(valuesOf(declared + streamed + assigned), [{ variants: [3] }, { price: 2 }, { price: 1 }])
  })

  it("ignores scripts without a product", () => {
    assert.deepStrictEqual(valuesOf(other), [])
    assert.deepStrictEqual(valuesOf(other + assigned), [{ price: 2 }])
  })
})
