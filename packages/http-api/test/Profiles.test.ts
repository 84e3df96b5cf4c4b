import { Profiles } from "@dunlin/fetcher"
import { ProfileError } from "@dunlin/fetcher/FetchError"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { serve } from "./stub.ts"

const DAY = 24 * 60 * 60 * 1000

const stored = (entries: ReadonlyArray<readonly [owner: string, name: string, state: string]>) =>
  Layer.effect(
    Profiles.Profiles,
    Effect.suspend(() => {
      const profiles = Profiles.makeMemory({ bytesPerTeam: 4096, profilesPerTeam: 3, keptFor: "30 days" })
      return Effect.as(
        Effect.orDie(
          Effect.forEach(entries, ([owner, name, state]) => profiles.save(Profiles.fullName(owner, name), state))
        ),
        profiles
      )
    })
  )

const ofTwoTeams = () =>
  serve({
    teams: [{ id: "a", keys: ["key-a"], credits: 10 }, { id: "b", keys: ["key-b"], credits: 10 }],
    profiles: stored([["a", "shop é/1", "secret-cookie"], ["a", "bank", "x"], ["b", "shop é/1", "of the other team"]])
  })

const a = { authorization: "Bearer key-a" }

describe("/dunlin/profiles", () => {
  it("lists the profiles of the team with size, expiry, and quota, without credentials", async () => {
    const { body, status, text } = await ofTwoTeams().get("/dunlin/profiles", a)
    assert.strictEqual(status, 200)
    assert.sameMembers(body.data.map(({ name }: { readonly name: string }) => name), ["shop é/1", "bank"])
    assert.deepStrictEqual([body.usage, body.quota], [{ profiles: 2, bytes: 14 }, { profiles: 3, bytes: 4096 }])
    for (const { expiresAt, usedAt } of body.data) {
      assert.strictEqual(Date.parse(expiresAt) - Date.parse(usedAt), 30 * DAY)
    }
    assert.match(body.warning, /is lost when this process ends/)
    assert.notInclude(text, "secret-cookie")
  })

  it("returns and deletes a profile by its encoded name, only for its team", async () => {
    const { get, send } = ofTwoTeams()
    const path = `/dunlin/profiles/${encodeURIComponent("shop é/1")}`
    assert.deepInclude((await get(path, a)).body.data, { name: "shop é/1", bytes: 13 })
    assert.strictEqual((await send("DELETE", path, { headers: a })).status, 200)
    const again = await send("DELETE", path, { headers: a })
    assert.deepStrictEqual([again.status, again.body.code], [404, "NOT_FOUND"])
    assert.strictEqual((await get(path, a)).status, 404)
    assert.strictEqual((await get(path, { authorization: "Bearer key-b" })).status, 200)
  })

  it("requires a key", async () => {
    assert.strictEqual((await ofTwoTeams().get("/dunlin/profiles")).status, 401)
  })

  it("reports that profiles cannot be read if their storage fails", async () => {
    const failing = Effect.fail(new ProfileError({ kind: "storage" }))
    const profiles = Layer.succeed(Profiles.Profiles, {
      ...Profiles.makeMemory(),
      list: () => failing,
      remove: () => failing
    })
    const { get, send } = serve({ profiles })
    for (const { body, status } of [await get("/dunlin/profiles"), await send("DELETE", "/dunlin/profiles/a")]) {
      assert.deepStrictEqual([status, body.error], [503, "The browser profile store is unavailable"])
    }
  })
})
