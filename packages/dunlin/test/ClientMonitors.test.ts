import { FetchFunction, Profiles } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { createClient } from "dunlin"
import { Effect, Layer } from "effect"
import { failureOf } from "./failureOf.ts"

const url = "https://example.com/"
const page = (text: string) => `<title>Prices</title><main><h1>Prices</h1><p>${text}</p></main>`

const request = {
  name: "Prices",
  schedule: { cron: "0 6 1 1 *", timezone: "Europe/Berlin" },
  targets: [{ type: "scrape" as const, urls: [url] }]
}

/** A client over one page, whose text can be replaced. */
const open = () => {
  let text = "Pears cost 2.10 euros today."
  const load = async ({ url: wanted }: { readonly url: string }) =>
    wanted === url ? page(text) : new Response("", { status: 404 })
  return { client: createClient({ fetcher: FetchFunction.layer(load) }), replace: (next: string) => text = next }
}

type Client = ReturnType<typeof open>["client"]

/** Starts a check, and waits for its end in small steps. */
const checked = async ({ monitors }: Client, id: string) => {
  const { id: check } = await monitors.run(id)
  for (;;) {
    const detail = await monitors.check(id, check)
    if (detail.finishedAt !== null) return detail
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it("a client checks a page, and reports its change once", async () => {
  const { client, replace } = open()
  await using _ = client
  const { id } = await client.monitors.create(request)
  assert.deepStrictEqual((await checked(client, id)).pages.map(({ isBaseline, status }) => [status, isBaseline]), [
    ["new", true]
  ])
  assert.deepStrictEqual(await client.monitors.changes(id), [])
  replace("Pears cost 1.80 euros today.")
  const { pages, status } = await checked(client, id)
  assert.deepStrictEqual([status, pages.map(({ status }) => status)], ["completed", ["changed"]])
  await checked(client, id)
  const changes = await client.monitors.changes(id)
  assert.deepStrictEqual(changes.map(({ status }) => status), ["changed"])
  assert.include(JSON.stringify(changes[0]?.diff), "Pears cost 1.80")
  assert.strictEqual((await client.monitors.checks(id, { limit: 2 })).length, 2)
})

it("a client lists, changes and deletes monitors", async () => {
  const { client: { monitors, ...client } } = open()
  await using _ = client
  const { feeds, id, nextRunAt, warning } = await monitors.create({ ...request, notification: {} }) as {
    readonly feeds?: unknown
    readonly id: string
    readonly nextRunAt: string | null
    readonly warning?: string
  }
  assert.isUndefined(feeds)
  assert.match(warning ?? "", /this server sends no email/)
  assert.match(nextRunAt ?? "", /-01-01T05:00:00.000Z$/)
  const paused = await monitors.update(id, { status: "paused", name: "Fruit" })
  assert.deepStrictEqual([paused.status, paused.nextRunAt, paused.name], ["paused", null, "Fruit"])
  assert.deepStrictEqual((await monitors.list()).map(({ name }) => name), ["Fruit"])
  await monitors.delete(id)
  assert.deepStrictEqual(await monitors.list(), [])
  for (const call of [() => monitors.get(id), () => monitors.run(id), () => monitors.delete(id)]) {
    const error = await failureOf(call) as unknown as {
      readonly _tag: string
      readonly reason: { readonly _tag: string }
    }
    assert.deepStrictEqual([error._tag, error.reason._tag], ["JobError", "UnknownMonitor"])
  }
})

it("an invalid monitor is rejected with the name of the field", async () => {
  const { client } = open()
  await using _ = client
  const { monitors } = client
  const { id } = await monitors.create(request)
  const cases: ReadonlyArray<readonly [() => Promise<unknown>, RegExp]> = [
    [() => monitors.create({ ...request, schedule: { text: "now and then" } }), /^schedule\.text: /],
    [() => monitors.create({ ...request, webhok: "x" } as typeof request), /^webhok: /],
    [() => monitors.update(id, { statuss: "paused" } as {}), /^statuss: expected one of name, /],
    [() => monitors.update(id, { status: "off" } as {}), /^status: expected active or paused/],
    [() => monitors.list({ limit: 0 }), /^limit: expected a whole number of at least 1/]
  ]
  for (const [call, expected] of cases) assert.match((await failureOf(call)).message, expected)
})

it("a client lists and deletes the browser profiles of its scrapes", async () => {
  const profiles = Profiles.makeMemory({ keptFor: "30 days" })
  await Effect.runPromise(profiles.save(Profiles.fullName("local", "shop"), "state"))
  await Effect.runPromise(profiles.save(Profiles.fullName("other", "bank"), "state"))
  await using client = createClient({ profiles: Layer.succeed(Profiles.Profiles, profiles) })
  const report = await client.profiles.list()
  assert.deepStrictEqual(report.profiles.map(({ name }) => name), ["shop"])
  assert.deepInclude(report, { usage: { profiles: 1, bytes: 5 }, quota: { profiles: 1000, bytes: 256 * 1024 ** 2 } })
  assert.strictEqual((await client.profiles.get("shop"))?.bytes, 5)
  assert.deepStrictEqual([await client.profiles.delete("shop"), await client.profiles.delete("shop")], [true, false])
})
