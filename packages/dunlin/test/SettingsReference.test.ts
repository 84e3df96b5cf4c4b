import { assert, describe, it } from "@effect/vitest"
import * as Serve from "dunlin/Serve"
import * as Settings from "dunlin/Settings"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const SettingNames = await import(new URL("../src/internal/settings/names.ts", import.meta.url).href) as {
  readonly names: ReadonlyArray<string>
  readonly unknown: (
    variables: ReadonlyArray<string>
  ) => ReadonlyArray<{ variable: string; nearest: string | undefined; isTypo: boolean }>
}

const { stores } = await import(new URL("../src/internal/settings/storeTable.ts", import.meta.url).href) as {
  readonly stores: ReadonlyArray<{ readonly variable: string }>
}

const reference = readFileSync(new URL("../../../docs/reference/settings.md", import.meta.url), "utf8")

/** The rows of all tables whose first cell names variables. */
const rows = reference.split("\n").filter((line) => line.startsWith("| `")).map((line) => {
  const [, first = "", ...rest] = line.split("|").map((cell) => cell.trim())
  return { names: first.split(", ").map((name) => name.replaceAll("`", "")), rest }
})

const build = (values: (name: string) => string | undefined) => {
  const read = new Set<string>()
  const provider = ConfigProvider.make((path) =>
    Effect.sync(() => {
      const name = path.join("_")
      read.add(name)
      const value = values(name)
      return value === undefined ? undefined : ConfigProvider.makeValue(value)
    })
  )
  return Layer.build(Serve.layer()).pipe(
    Effect.scoped,
    Effect.provide(ConfigProvider.layer(provider)),
    Effect.flip,
    Effect.map((error) => ({ message: error instanceof Error ? error.message : String(error), read }))
  )
}

describe("docs/reference/settings.md", () => {
  it.effect("has a row for every variable, and no other", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-reference-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      /** The names a variable may have, which the message about a wrong one lists. */
      const namesOf = (variable: string) =>
        Effect.map(
          build((name) => name === variable ? "?" : name === "DUNLIN_DATA" ? folder : undefined),
          ({ message }) => {
            assert.include(message, variable)
            return message.slice(message.indexOf("expected one of ") + "expected one of ".length)
          }
        )
      const values: Record<string, string | undefined> = {
        DUNLIN_DATA: folder,
        DUNLIN_PROVIDER: yield* namesOf("DUNLIN_PROVIDER"),
        // The last name is wrong, so that everything is read and nothing is built.
        DUNLIN_PAPERS: `${yield* namesOf("DUNLIN_PAPERS")}, ?`,
        DUNLIN_CLOUDFLARE_ACCOUNT: "account",
        DUNLIN_S3_BUCKET: "bucket",
        DUNLIN_MODEL: "model",
        DUNLIN_EMBEDDINGS_MODEL: "model",
        // The addresses of stores have protocols of their own.
        ...Object.fromEntries(stores.map(({ variable }) => [variable, undefined]))
      }
      const { message, read } = yield* build((name) =>
        Object.hasOwn(values, name)
          ? values[name]
          : name.endsWith("_URL")
          ? "http://127.0.0.1:1"
          : name.endsWith("_KEY")
          ? "0123456789012345678901234567890123456789"
          : undefined
      )
      assert.match(message, /^DUNLIN_PAPERS/)
      const documented = rows.flatMap(({ names }) => names)
      assert.deepStrictEqual(documented.toSorted(), [...new Set(documented)].toSorted())
      assert.deepStrictEqual([...read].filter((name) => !documented.includes(name)), [], "read, without a row")
      assert.deepStrictEqual(documented.filter((name) => !read.has(name)), [], "a row, never read")
    }))

  it("lists the names that typing errors are compared with", () => {
    const documented = rows.flatMap(({ names }) => names).filter((name) => name.startsWith("DUNLIN_"))
    assert.deepStrictEqual(SettingNames.names.toSorted(), documented.toSorted())
    assert.deepStrictEqual(SettingNames.unknown(["DUNLIN_SEARXNG_ULR", "DUNLIN_TEAM", "DUNLIN_WEATHER", "PORT"]), [
      { variable: "DUNLIN_SEARXNG_ULR", nearest: "DUNLIN_SEARXNG_URL", isTypo: true },
      { variable: "DUNLIN_TEAM", nearest: "DUNLIN_TEAMS", isTypo: true },
      { variable: "DUNLIN_WEATHER", nearest: undefined, isTypo: false }
    ])
  })

  it.effect("accepts the log level in any case, and lists the valid ones", () =>
    Effect.gen(function*() {
      const read = (level: string) =>
        Serve.config.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DUNLIN_LOG_LEVEL: level }))))
      assert.strictEqual((yield* read("debug")).logLevel, "Debug")
      assert.strictEqual((yield* read("WARN")).logLevel, "Warn")
      assert.strictEqual((yield* read(" ")).logLevel, "Info")
      assert.match(
        (yield* Effect.flip(read("loud"))).message,
        /DUNLIN_LOG_LEVEL: expected one of .*Warn.*, got "loud"/
      )
    }))

  it.effect("has the actual defaults", () =>
    Effect.gen(function*() {
      const empty = ConfigProvider.layer(ConfigProvider.fromUnknown({}))
      const settings = yield* Settings.config.pipe(Effect.provide(empty))
      const serve = yield* Serve.config.pipe(Effect.provide(empty))
      const defaultOf = (name: string) => rows.find(({ names }) => names.includes(name))?.rest[0]?.replaceAll("`", "")
      const defaults = {
        DUNLIN_HOST: serve.host,
        DUNLIN_PORT: serve.port,
        DUNLIN_AUDIT: serve.audit,
        DUNLIN_LOG_LEVEL: serve.logLevel,
        DUNLIN_PROVIDER: settings.provider.join(","),
        DUNLIN_INDEX: settings.index,
        DUNLIN_PROVIDER_MODE: settings.providerMode,
        DUNLIN_PII_ENGINE: settings.piiEngine
      }
      for (const [name, value] of Object.entries(defaults)) assert.strictEqual(defaultOf(name), String(value), name)
      for (const [name, value] of [["DUNLIN_MODEL", settings.model], ["DUNLIN_REDIS_URL", settings.redis]] as const) {
        assert.strictEqual(defaultOf(name), "none")
        assert.isTrue(Option.isNone<unknown>(value))
      }
    }))
})
