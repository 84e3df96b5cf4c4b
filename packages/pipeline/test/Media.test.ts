import { ArtifactStore } from "@dunlin/cache"
import { Fetcher } from "@dunlin/fetcher"
import { type Retention, Scraper } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { MediaExtractor } from "@dunlin/transformers"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { page, services } from "./fixtures.ts"

const url = "https://example.com/clip"

const run = <A, E>(
  extract: MediaExtractor.Extractor["extract"] | undefined,
  effect: Effect.Effect<A, E, Scraper.Scraper | ArtifactStore.ArtifactStore>
) =>
  effect.pipe(
    Effect.provide(
      Scraper.layer.pipe(
        Layer.provideMerge(services),
        Layer.provide(Fetcher.layerMemory({ [url]: page("clip") })),
        Layer.provide(extract === undefined ? Layer.empty : Layer.succeed(MediaExtractor.MediaExtractor, { extract }))
      )
    )
  )

const scrape = Effect.fnUntraced(function*(
  input: ScrapeOptions.ScrapeOptionsInput,
  retention?: Retention.Retention
) {
  const scraper = yield* Scraper.Scraper
  return yield* scraper.scrape({ url, options: ScrapeOptions.make(input), retention })
})

const blob = (kind: string) => ({ contentType: `${kind}/test`, bytes: new TextEncoder().encode(kind) })

describe("audio and video", () => {
  it.effect("become links that work for an hour, and are charged", () =>
    run(
      ({ kind, timeout, url: asked }) =>
        Effect.sync(() => {
          assert.strictEqual(asked, url)
          assert.strictEqual(Duration.toMillis(timeout), 18_000)
          return blob(kind)
        }),
      Effect.gen(function*() {
        const { document } = yield* scrape({ formats: ["audio", "video"], timeout: 20_000 })
        const artifacts = yield* ArtifactStore.ArtifactStore
        const audio = yield* artifacts.open(document.audio!)
        assert.strictEqual(audio.contentType, "audio/test")
        assert.strictEqual(new TextDecoder().decode((yield* artifacts.open(document.video!)).bytes), "video")
        assert.strictEqual(document.metadata?.creditsUsed, 9)
        yield* TestClock.adjust("59 minutes")
        yield* artifacts.open(document.audio!)
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual((yield* Effect.flip(artifacts.open(document.audio!))).reason._tag, "LinkRefused")
      })
    ))

  it.effect("that cannot be extracted are a warning on the page, and free", () =>
    run(
      () => Effect.fail(new MediaExtractor.MediaError({ reason: new MediaExtractor.TooLarge({ limit: 2 ** 20 }) })),
      Effect.gen(function*() {
        const { document, warnings } = yield* scrape({ formats: ["markdown", "audio"] })
        assert.include(document.markdown, "clip")
        assert.isUndefined(document.audio)
        assert.deepEqual(warnings, ["audio: the media is larger than 1 MiB."])
        assert.strictEqual(document.metadata?.creditsUsed, 1)
      })
    ))

  it.effect("report a missing extractor", () =>
    run(
      undefined,
      Effect.gen(function*() {
        const { warnings } = yield* scrape({ formats: ["video"] })
        assert.match(warnings.join(), /video: .*yt-dlp/)
      })
    ))

  it.effect("are not extracted with zero retention", () =>
    run(
      () => Effect.die("nobody may ask"),
      Effect.gen(function*() {
        const { document, warnings } = yield* scrape({ formats: ["audio"] }, "anon")
        assert.isUndefined(document.audio)
        assert.match(warnings.join(), /audio omitted: files are not stored/)
      })
    ))
})
