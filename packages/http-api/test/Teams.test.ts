import { Team, Teams } from "@dunlin/http-api"
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { createHash } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { serve } from "./stub.ts"

const folder = mkdtempSync(join(tmpdir(), "dunlin-teams-"))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = (key: string) => `sha256:${createHash("sha256").update(key).digest("hex")}`

const load = (content: unknown, mode = 0o600) => {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
  // The mode of a new file depends on the umask.
  chmodSync(path, mode)
  return Effect.provide(Teams.Teams, Teams.layerFile(path)).pipe(Effect.provide(NodeServices.layer))
}

describe("Teams", () => {
  it.effect("reads the teams file of the documentation", () =>
    Effect.gen(function*() {
      const page = readFileSync(new URL("../../../docs/how-to/run-the-server.md", import.meta.url), "utf8")
      const [, file = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? []
      const { all } = yield* load(file)
      assert.deepStrictEqual(all.map(({ id, maxConcurrent }) => [id, maxConcurrent]), [["acme", 20]])
      assert.deepStrictEqual(all[0]?.features.threatProtection.policy, { blacklist: ["*.example"] })
    }))

  it.effect("finds the team of a key, plain or hashed in the file", () =>
    Effect.gen(function*() {
      const teams = yield* load({
        teams: [{ id: "one", keys: ["fc-plain"] }, { id: "two", keys: [hash("fc-hashed"), "fc-second"] }]
      })
      const idOf = (key: string | undefined) =>
        teams.identify(key === undefined ? undefined : Redacted.make(key)).pipe(
          Effect.map((team) => team.id),
          Effect.catch((error) => Effect.succeed(error.error))
        )
      assert.strictEqual(yield* idOf("fc-plain"), "one")
      assert.strictEqual(yield* idOf("fc-hashed"), "two")
      assert.strictEqual(yield* idOf("fc-second"), "two")
      assert.strictEqual(yield* idOf(undefined), "Unauthorized: Token missing")
      assert.strictEqual(yield* idOf(""), "Unauthorized: Token missing")
      assert.strictEqual(yield* idOf("fc-other"), "Unauthorized: Invalid token")
      // The digest itself is not a key.
      assert.strictEqual(yield* idOf(hash("fc-hashed")), "Unauthorized: Invalid token")
      assert.strictEqual(yield* idOf(hash("fc-plain")), "Unauthorized: Invalid token")
    }))

  it.effect("without keys, answers only pages of this machine and of its own site", () =>
    Effect.gen(function*() {
      const teams = yield* Teams.Teams
      const asked = (from: Teams.From) =>
        teams.identify(undefined, from).pipe(
          Effect.map(({ id }) => id),
          Effect.catch(({ code }) => Effect.succeed(code))
        )
      const answers = (origin: string | undefined) => asked({ origin })
      const own = ["http://localhost:5173", "http://app.localhost", "http://127.0.0.1:3002", "http://[::1]:3002"]
      for (const origin of [undefined, ...own, "https://search.example"]) {
        assert.strictEqual(yield* answers(origin), Team.open.id, origin)
      }
      const others = [
        "https://evil.example",
        "http://search.example",
        "http://127.evil.example",
        "http://localhost.evil.example"
      ]
      for (
        const origin of [...others, "http://127.0.0.1.evil.example:3002", "null", "", "localhost", "ftp://localhost"]
      ) {
        assert.strictEqual(yield* answers(origin), "FORBIDDEN", origin)
      }
      // Browsers name no site with most GETs, but say that there is another one.
      assert.strictEqual(yield* asked({ host: "localhost:3002", site: "cross-site" }), "FORBIDDEN")
      assert.strictEqual(yield* asked({ host: "search.example", site: "same-site" }), "FORBIDDEN")
      for (const site of ["same-site", "same-origin", "none"]) {
        assert.strictEqual(yield* asked({ host: "localhost:3002", site }), Team.open.id, site)
      }
    }).pipe(Effect.provide(Teams.layerOpen({ publicUrl: "https://search.example/api" }))))

  it.effect("without keys, checks the host of each request, whatever the previous one was", () =>
    Effect.gen(function*() {
      const teams = yield* Teams.Teams
      const hosts = ["localhost:3002", "localhost:3002", "evil.example", "evil.example", "localhost:3002", "", "[::1]"]
      const accepted = yield* Effect.forEach(hosts, (host) => Effect.isSuccess(teams.identify(undefined, { host })))
      assert.deepStrictEqual(accepted, [true, true, false, false, true, false, true])
    }).pipe(Effect.provide(Teams.layerOpen())))

  it.effect("without keys, answers only to its configured names", () =>
    Effect.gen(function*() {
      const answers = (host: string | undefined, listened?: string) =>
        Effect.gen(function*() {
          const teams = yield* Teams.Teams
          return yield* teams.identify(undefined, { host }).pipe(
            Effect.map(() => true),
            Effect.catch(() => Effect.succeed(false))
          )
        }).pipe(Effect.provide(Teams.layerOpen({ publicUrl: "https://search.example/api", host: listened })))
      const local = ["localhost", "LOCALHOST:3002", "localhost.:3002", "app.localhost", "127.0.0.1:80", "[::1]:3002"]
      for (const host of [undefined, ...local, "search.example", "search.example:8080"]) {
        assert.isTrue(yield* answers(host), String(host))
      }
      const foreign = [
        "evil.example:3002",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "a b",
        "search.example.evil"
      ]
      for (const host of [...foreign, "10.0.0.7:3002"]) {
        for (const listened of [undefined, "10.0.0.8"]) assert.isFalse(yield* answers(host, listened), host)
      }
      assert.isTrue(yield* answers("10.0.0.7:3002", "10.0.0.7"))
      assert.isTrue(yield* answers("box.lan:3002", "box.lan"))
      // Where every address is listened on, any of them may have been meant, but no name is.
      assert.isTrue(yield* answers("10.0.0.7:3002", "0.0.0.0"))
      assert.isTrue(yield* answers("[fd00::7]:3002", "::"))
      for (const host of foreign) assert.isFalse(yield* answers(host, "0.0.0.0"), host)
    }))

  it.effect("has every option off by default", () =>
    Effect.gen(function*() {
      const { all: [team] } = yield* load({ teams: [{ id: "one", keys: ["one"] }] })
      assert.deepStrictEqual(team, {
        id: "one",
        keys: ["one"],
        audit: false,
        features: {
          zdr: false,
          anon: false,
          threatProtection: { enabled: false, enforced: false, allowOverrides: true, policy: {} }
        }
      })
    }))

  it.effect("reports where a file is invalid, and why", () =>
    Effect.gen(function*() {
      const why = (content: unknown) => Effect.map(Effect.flip(load(content)), (error) => error.message)
      assert.include(yield* why("{"), "cannot be used")
      assert.include(yield* why({ teams: [{ keys: [] }] }), "teams[0].id: required, but missing")
      assert.include(yield* why({ teams: [{ id: "a", keys: ["sha256:xyz"] }] }), "64 hexadecimal digits")
      assert.include(
        yield* why({ teams: [{ id: "a", keys: [] }, { id: "a", keys: [] }] }),
        "an id that no other team has"
      )
      assert.include(
        yield* why({ teams: [{ id: "a", keys: ["k"] }, { id: "b", keys: ["k"] }] }),
        "a key that no other team has"
      )
      assert.include(yield* why({ teams: [{ id: "a", keys: ["k"], credits: -1 }] }), "teams[0].credits: expected")
      // What stands where a key should stand may be one.
      assert.notInclude(yield* why({ teams: [{ id: "a", keys: ["sha256:fc-secret"] }] }), "secret")
      assert.notInclude(yield* why(`{"teams":[{"id":"a","keys":["fc-secret"]`), "secret")
      const missing = yield* Effect.provide(Teams.Teams, Teams.layerFile(join(folder, "none.json"))).pipe(
        Effect.provide(NodeServices.layer),
        Effect.flip
      )
      assert.match(missing.message, /none\.json cannot be used: the file does not exist$/)
      const whole = yield* Effect.provide(Teams.Teams, Teams.layerFile(folder)).pipe(
        Effect.provide(NodeServices.layer),
        Effect.flip
      )
      assert.match(whole.message, /cannot be used: it is a folder$/)
    }))

  it.effect("are rejected in a file with mistyped keys", () =>
    Effect.gen(function*() {
      const why = (content: unknown) => Effect.map(Effect.flip(load(content)), (error) => error.message)
      const team = { id: "a", keys: ["k"] }
      const cases: ReadonlyArray<readonly [object, string]> = [
        [{ teams: [{ ...team, credit: 5 }] }, "teams[0].credit: unknown key; did you mean credits?"],
        [
          { teams: [team, { ...team, ratelimitPerMinute: 1 }] },
          "teams[1].ratelimitPerMinute: unknown key; did you mean rateLimitPerMinute?"
        ],
        [
          { teams: [{ ...team, features: { threatprotection: { enabled: true } } }] },
          "teams[0].features.threatprotection: unknown key; did you mean threatProtection?"
        ],
        [
          { teams: [{ ...team, features: { threatProtection: { enabled: true, policy: { blockedTld: ["zip"] } } } }] },
          "teams[0].features.threatProtection.policy.blockedTld: unknown key; did you mean blockedTlds?"
        ],
        [{ teams: [], team: [] }, "team: unknown key; did you mean teams?"],
        [{ teams: [{ ...team, colour: "red" }] }, "teams[0].colour: unknown key; expected one of id, keys, claims"]
      ]
      for (const [content, expected] of cases) assert.include(yield* why(content), expected)
    }))

  it.effect("are rejected in a file that allows nobody", () =>
    Effect.gen(function*() {
      for (const teams of [[], [{ id: "a", keys: [] }]]) {
        assert.include(
          (yield* Effect.flip(load({ teams }))).message,
          "teams: expected at least one team with keys or claims"
        )
      }
      yield* load({ teams: [{ id: "a", keys: [] }, { id: "b", keys: [], claims: [{ groups: "people" }] }] })
    }))

  it.effect("are rejected in a file that everybody can write, with a warning if everybody can read it", () => {
    const warnings: Array<unknown> = []
    const content = { teams: [{ id: "a", keys: ["fc-secret"] }] }
    return Effect.gen(function*() {
      for (const mode of [0o666, 0o602, 0o646]) {
        assert.match(
          (yield* Effect.flip(load(content, mode))).message,
          /every user of this machine can write to it \(mode 6/
        )
      }
      for (const mode of [0o600, 0o400, 0o640, 0o660]) yield* load(content, mode)
      assert.lengthOf(warnings, 0)
      for (const mode of [0o644, 0o444]) yield* load(content, mode)
      assert.lengthOf(warnings, 2)
      assert.match(String(warnings[0]), /can read the teams file/)
    }).pipe(
      Effect.provide(Logger.layer([Logger.make(({ message }) => void warnings.push(message))]))
    )
  })

  it("of an open server are one team with all rights", async () => {
    const server = serve()
    assert.strictEqual((await server.post("/v2/search", { query: "x" })).status, 200)
    assert.strictEqual((await server.post("/v2/search", { query: "x" }, { authorization: "Bearer any" })).status, 200)
    assert.isTrue(Team.open.features.zdr && Team.open.features.anon && Team.open.features.threatProtection.enabled)
    const { body } = await server.get("/v2/team/credit-usage")
    assert.strictEqual(body.data.remainingCredits, 2 ** 31 - 1)
  })

  it("accept the key in the headers that clients use", async () => {
    const server = serve({ teams: [{ id: "a", keys: ["k"] }] })
    const status = async (authorization?: string) =>
      (await server.get("/v2/team/credit-usage", authorization === undefined ? {} : { authorization })).status
    assert.strictEqual(await status("Bearer k"), 200)
    assert.strictEqual(await status("bearer  k "), 200)
    for (const header of [undefined, "", "Bearer", "Bearer ", "k", "Basic k", "Bearer K", "Bearer k k"]) {
      assert.strictEqual(await status(header), 401, String(header))
    }
    const { body, headers } = await server.get("/v2/team/credit-usage")
    assert.deepInclude(body, { success: false, code: "UNAUTHORIZED", error: "Unauthorized: Token missing" })
    assert.strictEqual(headers.get("www-authenticate"), "Bearer")
  })
})

describe("Admission", () => {
  it("rejects a team with too many requests, and no other", async () => {
    const server = serve({
      teams: [{ id: "slow", keys: ["s"], rateLimitPerMinute: 3 }, { id: "fast", keys: ["f"] }]
    })
    const ask = (key: string) => server.post("/v2/search", { query: "x" }, { authorization: `Bearer ${key}` })
    const statuses = []
    for (let index = 0; index < 5; index++) statuses.push((await ask("s")).status)
    assert.deepStrictEqual(statuses, [200, 200, 200, 429, 429])
    const { body, headers } = await ask("s")
    assert.match(body.error, /^Rate limit exceeded/)
    assert.strictEqual(body.code, "RATE_LIMITED")
    const seconds = Number(headers.get("retry-after"))
    assert.isTrue(Number.isInteger(seconds) && seconds >= 1 && seconds <= 20, String(seconds))
    assert.strictEqual((await ask("f")).status, 200)
    // What is not work is not counted.
    assert.strictEqual((await server.get("/v2/team/credit-usage", { authorization: "Bearer s" })).status, 200)
  })

  it("limits a team's concurrent requests, and frees the slots afterwards", async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => release = resolve)
    const server = serve({
      search: () => Effect.andThen(Effect.promise(() => gate), Effect.die("over")),
      teams: [{ id: "a", keys: ["a"], maxConcurrent: 2 }, { id: "b", keys: ["b"], maxConcurrent: 1 }]
    })
    const ask = (key: string) => server.post("/v2/search", { query: "x" }, { authorization: `Bearer ${key}` })
    const running = [ask("a"), ask("a"), ask("b")]
    const third = await ask("a")
    assert.strictEqual(third.status, 429)
    assert.strictEqual(third.headers.get("retry-after"), "1")
    release()
    assert.deepStrictEqual((await Promise.all(running)).map(({ status }) => status), [500, 500, 500])
    assert.strictEqual((await ask("a")).status, 500)
  })
})
