import { ArtifactStore, SnapshotStore } from "@dunlin/cache"
import { CreditLedger, SqliteLedger } from "@dunlin/credits"
import { JobStore } from "@dunlin/jobs"
import { afterAll, assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Metric, Option } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as Serving from "../src/internal/serve/retention.ts"

const { retention }: typeof Serving = await import(new URL("../src/internal/serve/retention.ts", import.meta.url).href)

const folder = mkdtempSync(join(tmpdir(), "dunlin-retention-"))
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const file = join(folder, "credits.sqlite")

const stores = Layer.mergeAll(
  ArtifactStore.layerMemory(),
  SnapshotStore.layerMemory,
  SqliteLedger.layer({ file, initial: "unlimited" }),
  JobStore.layerMemory()
)

const series = { team: "acme", url: "https://example.com/" }

it.effect("a server deletes expired data, and reports its lag", () =>
  Effect.gen(function*() {
    const ledger = yield* CreditLedger.CreditLedger
    const artifacts = yield* ArtifactStore.ArtifactStore
    const snapshots = yield* SnapshotStore.SnapshotStore
    yield* ledger.settle(yield* ledger.reserve({ account: "acme", amount: 3, key: "page" }), 2)
    const { id } = yield* artifacts.put({ bytes: new Uint8Array(4), contentType: "image/png" }, { ttl: "1 hour" })
    yield* snapshots.append(series, { at: 0, markdown: "as it was", present: true })
    yield* TestClock.adjust("9 days")

    const settings = {
      ledgerRetention: Option.some(Duration.days(7)),
      historyRetention: Option.some(Duration.days(10))
    }
    yield* Layer.build(retention(settings))
    const turns = Effect.repeat(Effect.yieldNow, { times: 50 })
    yield* turns
    assert.strictEqual((yield* Effect.flip(artifacts.get(id))).reason._tag, "NotFound")
    assert.deepStrictEqual(yield* ledger.history({ account: "acme" }), [])
    assert.strictEqual((yield* ledger.balance("acme")).spent, 2)
    const report = yield* SqliteLedger.check({ file })
    assert.deepStrictEqual(report.differences, [])
    assert.deepInclude(report.accounts[0], { spent: 2, lines: 0, rolledUp: 1 })
    assert.isTrue(Option.isSome(yield* snapshots.latest(series)))

    yield* TestClock.adjust("2 days")
    yield* turns
    assert.isTrue(Option.isNone(yield* snapshots.latest(series)))
    const lags = (yield* Metric.snapshot).filter(({ id }) => id === "dunlin_retention_lag_seconds")
    assert.deepStrictEqual(lags.map(({ attributes }) => attributes?.["store"]).sort(), [
      "artifacts",
      "histories",
      "ledger"
    ])
    for (const { state } of lags) assert.isAtMost((state as { readonly value: number }).value, 6 * 3600)
  }).pipe(Effect.scoped, Effect.provide(stores), Effect.provideService(Metric.MetricRegistry, new Map()), Effect.orDie))
