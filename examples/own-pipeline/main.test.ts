import { Pipeline } from "@dunlin/pipeline"
import { SearchProvider } from "@dunlin/providers"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { pipeline, program } from "./main.ts"

it.effect("runs its three stages", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual((yield* program).lines, ["1. Hello"])
  }).pipe(Effect.provide(SearchProvider.layerMemory([
    { source: "web", url: "https://example.com/", title: "Hello", description: "", position: 1 }
  ]))))

it("does not compile without one of them", () => {
  const broken = pipeline.pipe(Pipeline.without("find"))
  // @ts-expect-error the stage `print` lacks `hits`
  const run = () => Pipeline.run(broken, { text: "hello" })
  assert.isFunction(run)
})
