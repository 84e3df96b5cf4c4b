import { CreditLedger } from "@dunlin/credits"
import { FetchError } from "@dunlin/fetcher"
import { InteractLimits } from "@dunlin/http-api"
import { ScrapeError } from "@dunlin/pipeline"
import type { OpenPage, ScrapeTask } from "@dunlin/pipeline/Scraper"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { serve, type Stub } from "./stub.ts"

interface Seen {
  readonly opened: Array<ScrapeTask>
  readonly codes: Array<string>
  closed: number
  saved: number
}

const failed = (reason: FetchError.Reason) =>
  Effect.fail(ScrapeError.make(new ScrapeError.FetchFailed({ error: new FetchError.FetchError({ reason }) })))

/** A browser whose pages return the code that they are given. */
const browser = (page: Partial<OpenPage> = {}) => {
  const seen: Seen = { opened: [], codes: [], closed: 0, saved: 0 }
  const open: NonNullable<Stub["open"]> = (task) =>
    Effect.acquireRelease(
      Effect.sync((): OpenPage => {
        seen.opened.push(task)
        return {
          run: ({ code }) =>
            Effect.sync(() => {
              seen.codes.push(code)
              const value = code === "1 + 1" ? 2 : code
              return { url: task.url, warnings: [], value, stdout: "a line", stderr: "", isKilled: false }
            }),
          act: () =>
            Effect.succeed({
              url: `${task.url}next`,
              warnings: ["A warning."],
              results: {
                screenshots: [{ contentType: "image/png", bytes: new Uint8Array([1]) }],
                scrapes: [],
                javascriptReturns: [{ type: "number", value: 1 }],
                pdfs: []
              }
            }),
          save: Effect.sync(() => {
            seen.saved++
            return []
          }),
          warnings: [],
          ...page
        }
      }),
      () => Effect.sync(() => void seen.closed++)
    )
  return { open, seen }
}

const limits = (changed: Partial<InteractLimits.Options>) =>
  Layer.succeed(InteractLimits.InteractLimits, { ...InteractLimits.defaults, ...changed })

const url = "https://example.com/"

const start = async (stub: Stub, headers: Record<string, string> = {}) => {
  const api = serve(stub)
  const scraped = await api.post("/v2/scrape", { url, onlyMainContent: false, headers: { cookie: "a=b" } }, headers)
  const id: string = scraped.body.data.metadata.scrapeId
  const path = `/v2/scrape/${id}/interact`
  return {
    ...api,
    id,
    call: (body: object, own = headers) => api.post(path, body, own),
    stop: () => api.send("DELETE", path, { headers })
  }
}

describe("/v2/scrape/{id}/interact", () => {
  it("opens the page of a scrape with its options, and keeps it open for the next call", async () => {
    const { open, seen } = browser()
    const { call, stop } = await start({ open })
    const first = await call({ code: "1 + 1" })
    assert.strictEqual(first.status, 200)
    assert.deepInclude(first.body, {
      success: true,
      url,
      result: "2",
      stdout: "a line",
      stderr: "",
      exitCode: 0,
      killed: false
    })
    assert.isAbove(Date.parse(first.body.expiresAt), Date.now())
    assert.strictEqual((await call({ code: "document.title", language: "node" })).body.result, "document.title")
    assert.deepStrictEqual([seen.opened.length, seen.codes], [1, ["1 + 1", "document.title"]])
    assert.deepInclude(seen.opened[0], { url })
    assert.deepStrictEqual(seen.opened[0]!.options.headers, { cookie: "a=b" })
    const ended = await stop()
    assert.deepInclude(ended.body, { success: true, creditsBilled: 2 })
    assert.deepStrictEqual([seen.saved, seen.closed], [1, 1])
    assert.deepStrictEqual((await stop()).body, { success: true, sessionDurationMs: 0, creditsBilled: 0 })
  })

  it("performs actions, and returns their files as links", async () => {
    const { call } = await start({ open: browser().open })
    const { body } = await call({ actions: [{ type: "screenshot" }], integration: null })
    assert.strictEqual(body.url, `${url}next`)
    assert.match(body.actions.screenshots[0], /\/artifacts\//)
    assert.deepStrictEqual(body.actions.javascriptReturns, [{ type: "number", value: 1 }])
    assert.include(body.warning, "A warning.")
  })

  it("reports what code threw, and that it was stopped", async () => {
    const ran = { url, warnings: [], value: null, stdout: "", stderr: "TypeError: no such thing", isKilled: false }
    const thrown = await (await start({ open: browser({ run: () => Effect.succeed(ran) }).open })).call({ code: "x" })
    assert.strictEqual(thrown.status, 200)
    assert.deepInclude(thrown.body, { success: false, exitCode: 1, error: "TypeError: no such thing", killed: false })
    const late = { ...ran, stderr: "the code did not end in time", isKilled: true }
    const killed = await (await start({ open: browser({ run: () => Effect.succeed(late) }).open })).call({ code: "x" })
    assert.deepInclude(killed.body, { success: false, exitCode: 1, killed: true })
  })

  it("rejects unsafe options before it opens a page", async () => {
    const { open, seen } = browser()
    const { call } = await start({ open })
    for (
      const body of [{ code: "ls", language: "bash" }, { code: "print(1)", language: "python" }, { prompt: "Log in" }]
    ) {
      const answer = await call(body)
      assert.deepStrictEqual([answer.status, answer.body.code], [501, "NOT_IMPLEMENTED"])
      assert.match(answer.body.error, /send JavaScript in `code`, or `actions`$/)
    }
    assert.strictEqual((await call({})).status, 400)
    assert.strictEqual(seen.opened.length, 0)
    assert.strictEqual((await (await start({})).call({ code: "1" })).status, 501)
  })

  it("finds no scrape of another team, and none with zero retention", async () => {
    const teams = ["a", "b"].map((id) => ({ id, keys: [id], features: { zdr: true } }))
    const a = { authorization: "Bearer a" }
    const { open, seen } = browser()
    const { call, post } = await start({ open, teams }, a)
    const other = await call({ code: "1" }, { authorization: "Bearer b" })
    assert.deepStrictEqual([other.status, other.body.code], [404, "NOT_FOUND"])
    assert.match(other.body.error, /scrape the page again/)
    const forgotten = await post("/v2/scrape", { url, zeroDataRetention: true }, a)
    const path = `/v2/scrape/${forgotten.body.data.metadata.scrapeId}/interact`
    assert.strictEqual((await post(path, { code: "1" }, a)).status, 404)
    assert.strictEqual(seen.opened.length, 0)
  })

  it("limits the open pages of a team and of the server", async () => {
    const teams = ["a", "b"].map((id) => ({ id, keys: [id] }))
    const headers = (team: string) => ({ authorization: `Bearer ${team}` })
    const ports = limits({ perTeam: 1, perServer: 1 })
    const { open } = browser()
    const api = serve({ open, teams, ports })
    const pathOf = async (team: string) =>
      `/v2/scrape/${(await api.post("/v2/scrape", { url }, headers(team))).body.data.metadata.scrapeId}/interact`
    const first = await pathOf("a")
    assert.strictEqual((await api.post(first, { code: "1" }, headers("a"))).status, 200)
    const second = await api.post(await pathOf("a"), { code: "1" }, headers("a"))
    assert.deepStrictEqual([second.status, second.body.code], [429, "RATE_LIMITED"])
    assert.strictEqual((await api.post(await pathOf("b"), { code: "1" }, headers("b"))).status, 503)
    await api.send("DELETE", first, { headers: headers("a") })
    assert.strictEqual((await api.post(await pathOf("b"), { code: "1" }, headers("b"))).status, 200)
  })

  it("closes an idle or old page, and saves its profile", async () => {
    for (const changed of [{ idle: "100 millis" }, { life: "100 millis" }] as const) {
      const done = Deferred.makeUnsafe<void>()
      const { open, seen } = browser({
        save: Effect.as(Effect.andThen(Effect.sync(() => void seen.saved++), Deferred.succeed(done, undefined)), [])
      })
      const { call } = await start({ open, ports: limits(changed) })
      assert.strictEqual((await call({ code: "1" })).status, 200)
      await Effect.runPromise(Deferred.await(done))
      assert.strictEqual(seen.saved, 1)
    }
  })

  it("closes its pages when the server stops", async () => {
    const { open, seen } = browser()
    const { call, dispose } = await start({ open })
    await call({ code: "1" })
    await dispose()
    assert.deepStrictEqual([seen.saved, seen.closed], [1, 1])
  })

  it("drops a page whose browser died, and opens it again with the next call", async () => {
    let crashes = 1
    const { open, seen } = browser({
      run: ({ code }) =>
        crashes-- > 0
          ? failed(new FetchError.BrowserCrashed({}))
          : Effect.succeed({ url, warnings: [], value: code, stdout: "", stderr: "", isKilled: false })
    })
    const { call } = await start({ open })
    const crashed = await call({ code: "1" })
    assert.deepStrictEqual([crashed.status, seen.closed, seen.saved], [500, 1, 0])
    assert.strictEqual((await call({ code: "again" })).body.result, "again")
    assert.strictEqual(seen.opened.length, 2)
  })

  it("reserves the credits of the longest session, and opens no page that a team cannot pay", async () => {
    const teams = [{ id: "a", keys: ["a"], credits: 10 }]
    const { open, seen } = browser()
    const { call } = await start({ open, teams }, { authorization: "Bearer a" })
    const { body, status } = await call({ code: "1" })
    assert.deepStrictEqual([status, body.code, seen.opened.length], [402, "PAYMENT_REQUIRED", 0])
  })

  it("charges nothing for a page that could not be opened", async () => {
    const charges: Array<number> = []
    const ports = Layer.succeed(CreditLedger.Charges, ({ credits, operation }) =>
      Effect.sync(() => {
        if (operation === "interact") charges.push(credits)
      }))
    const { call } = await start({ open: () => failed(new FetchError.Timeout({ phase: "browser" })), ports })
    const { status } = await call({ code: "1" })
    assert.deepStrictEqual([status, charges], [408, []])
  })
})
