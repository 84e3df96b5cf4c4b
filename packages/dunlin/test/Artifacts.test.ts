import { ArtifactStore, FileArtifacts } from "@dunlin/cache"
import { assert, describe, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import * as Worker from "dunlin/Worker"
import { ConfigProvider, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const data = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-artifacts-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
)

const blob = { contentType: "image/png", bytes: new Uint8Array([1]) }

describe("a server", () => {
  it.effect("deletes artifacts when they expire", () =>
    Effect.gen(function*() {
      const folder = yield* data
      const directory = join(folder, "artifacts")
      const put = (ttl: "5 minutes" | "1 hour") =>
        Effect.flatMap(ArtifactStore.ArtifactStore, (store) => store.put(blob, { ttl })).pipe(
          Effect.provide(FileArtifacts.layer({ directory }))
        )
      const short = yield* put("5 minutes")
      const long = yield* put("1 hour")
      yield* Layer.build(Serve.layer()).pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({
          DUNLIN_DATA: folder,
          DUNLIN_PORT: "0",
          DUNLIN_LOG_LEVEL: "Error"
        })))
      )
      const kept = (id: string) => readdirSync(directory, { recursive: true }).some((name) => `${name}`.includes(id))
      assert.deepStrictEqual([kept(short.id), kept(long.id)], [true, true])
      // The sweep reads real files while the clock stands still.
      while (kept(short.id)) {
        yield* TestClock.adjust("1 minute")
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      }
      assert.isTrue(kept(long.id))
    }))
})

describe("a worker", () => {
  it.effect("links files with the public URL of its server", () =>
    Effect.gen(function*() {
      const folder = yield* data
      const linkWith = (settings: Record<string, string>) =>
        Effect.flatMap(ArtifactStore.ArtifactStore, (store) => store.put(blob, { ttl: "5 minutes" })).pipe(
          Effect.map(({ url }) => url.replace(/artifacts\/.*/, "artifacts/")),
          Effect.provide(Worker.layer()),
          Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({
            DUNLIN_DATA: folder,
            DUNLIN_WORKERS: "0",
            DUNLIN_LOG_LEVEL: "Error",
            ...settings
          })))
        )
      assert.deepStrictEqual([
        yield* linkWith({ DUNLIN_PUBLIC_URL: "https://dunlin.example/" }),
        yield* linkWith({ DUNLIN_HOST: "10.0.0.7", DUNLIN_PORT: "4000" })
      ], ["https://dunlin.example/artifacts/", "http://10.0.0.7:4000/artifacts/"])
    }))
})
