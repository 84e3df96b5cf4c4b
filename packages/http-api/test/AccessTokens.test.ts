// Tokens of an authorization server of ours: signed by real keys, read over a client that counts.
import { AccessTokens, Team, Teams } from "@dunlin/http-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose"

const issuer = "https://id.example/tenant"
const audience = "https://search.example/mcp"

const teams = Teams.make([
  Team.make({ id: "keys", keys: ["fc-plain", "eyJrZXk.eyJrZXk.a2V5"] }),
  Team.make({ id: "research", keys: [], claims: [{ iss: issuer, groups: "research" }, { sub: "ann" }] }),
  Team.make({ id: "agents", keys: [], claims: [{ scope: "search", azp: "bot" }] })
])

const signer = async (kid: string, alg = "ES256") => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, publicKey, jwk: { ...await exportJWK(publicKey), kid, alg } }
}

const sign = (
  { alg, kid, privateKey }: { readonly alg: string; readonly kid: string; readonly privateKey: CryptoKey },
  claims: JWTPayload = {}
) =>
  new SignJWT({ iss: issuer, aud: audience, sub: "ann", exp: 600, ...claims }).setProtectedHeader({ alg, kid })
    .sign(privateKey)

/** The server: what it publishes may be changed, and what it was asked for is kept. */
const authorizationServer = (keys: ReadonlyArray<object>, issuers: ReadonlyArray<string> = [issuer]) => {
  const server = {
    keys,
    issuer,
    isDown: false,
    onAsked: Effect.void as Effect.Effect<unknown>,
    asked: [] as Array<string>
  }
  const client = HttpClient.make((request) => {
    server.asked.push(request.url)
    const json = (body: unknown, status = 200) =>
      Effect.as(server.onAsked, HttpClientResponse.fromWeb(request, Response.json(body, { status })))
    if (server.isDown) return json({}, 502)
    // As an OpenID provider does: what RFC 8414 names first is not there.
    if (request.url === `${issuer}/.well-known/openid-configuration`) {
      return json({ issuer: server.issuer, jwks_uri: "https://id.example/keys" })
    }
    return request.url === "https://id.example/keys" ? json({ keys: server.keys }) : json({}, 404)
  })
  const guarded = AccessTokens.make(teams, client, { issuers, audiences: [audience] })
  const ask = (token: string) =>
    guarded.identify(Redacted.make(token)).pipe(
      Effect.match({ onSuccess: ({ id }) => id, onFailure: ({ code, error }) => `${code}: ${error}` })
    )
  return { server, ask }
}

const invalid = "UNAUTHORIZED: Unauthorized: Invalid token"

describe("AccessTokens", () => {
  it.effect("finds the team for the claims of a token, and does not affect keys", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => signer("1"))
      const { ask, server } = authorizationServer([key.jwk])
      const say = (claims?: JWTPayload) => Effect.flatMap(Effect.promise(() => sign(key, claims)), ask)
      assert.strictEqual(yield* ask("fc-plain"), "keys")
      assert.strictEqual(yield* ask("eyJrZXk.eyJrZXk.a2V5"), "keys")
      assert.deepStrictEqual(server.asked, [])
      assert.strictEqual(yield* say(), "research")
      assert.strictEqual(yield* say({ sub: "bob", groups: ["people", "research"] }), "research")
      assert.strictEqual(yield* say({ sub: "bob", azp: "bot", scope: "read search" }), "agents")
      assert.strictEqual(
        yield* say({ sub: "bob", azp: "bot", scope: "research" }),
        "FORBIDDEN: The token is valid, but its claims match no team on this server."
      )
      // What people choose for themselves is no list of words.
      assert.match(yield* say({ sub: "the ann of it", azp: "bot" }), /^FORBIDDEN/)
      assert.deepStrictEqual(server.asked.filter((url) => url.endsWith("/keys")).length, 1)
    }))

  it.effect("accepts several issuers, each for its own claims", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => signer("1"))
      const { ask } = authorizationServer([key.jwk], [issuer, "https://other.example"])
      const say = (claims: JWTPayload) => Effect.flatMap(Effect.promise(() => sign(key, claims)), ask)
      assert.match(yield* say({ sub: "ann" }), /^FORBIDDEN/)
      assert.strictEqual(yield* say({ groups: "research" }), "research")
    }))

  it.effect("continues loading keys for waiting requests if one of them ends", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => signer("1"))
      const { ask, server } = authorizationServer([key.jwk])
      const token = yield* Effect.promise(() => sign(key))
      const isAsked = yield* Latch.make()
      const mayAnswer = yield* Latch.make()
      server.onAsked = Effect.andThen(isAsked.open, mayAnswer.await)
      const first = yield* Effect.forkChild(ask(token))
      yield* isAsked.await
      const second = yield* Effect.forkChild(ask(token))
      yield* Fiber.interrupt(first)
      yield* mayAnswer.open
      assert.strictEqual(yield* Fiber.join(second), "research")
      assert.strictEqual(yield* ask(token), "research")
      assert.strictEqual(server.asked.filter((url) => url.endsWith("/keys")).length, 1)
    }))

  it.effect("rejects tokens that the issuer did not sign for this server and time", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => signer("1"))
      const rsa = yield* Effect.promise(() => signer("2", "RS256"))
      const stranger = yield* Effect.promise(() => signer("1"))
      const { ask } = authorizationServer([key.jwk, rsa.jwk])
      const say = (claims: JWTPayload, by = key) => Effect.flatMap(Effect.promise(() => sign(by, claims)), ask)
      assert.strictEqual(yield* say({}, rsa), "research")
      assert.strictEqual(yield* say({}, stranger), invalid)
      assert.strictEqual(yield* say({ aud: "https://other.example" }), invalid)
      assert.strictEqual(yield* say({ aud: ["https://other.example", audience] }), "research")
      assert.strictEqual(yield* say({ iss: "https://id.example/other" }), invalid)
      assert.strictEqual(yield* say({ nbf: 120 }), invalid)
      const eternal = new SignJWT({ iss: issuer, aud: audience, sub: "ann" })
        .setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(key.privateKey)
      assert.strictEqual(yield* ask(yield* Effect.promise(() => eternal)), invalid)
      const none = new UnsecuredJWT({ sub: "ann" }).setIssuer(issuer).setAudience(audience).setExpirationTime(600)
      assert.strictEqual(yield* ask(`${none.encode()}c2ln`), invalid)
      // The public key, taken for a shared secret.
      const pem = yield* Effect.promise(() => exportSPKI(rsa.publicKey))
      const confused = new SignJWT({ iss: issuer, aud: audience, sub: "ann", exp: 600 })
        .setProtectedHeader({ alg: "HS256", kid: "2" }).sign(new TextEncoder().encode(pem))
      assert.strictEqual(yield* ask(yield* Effect.promise(() => confused)), invalid)
      const [head, , signature] = (yield* Effect.promise(() => sign(key))).split(".")
      const forged = Buffer.from(JSON.stringify({ iss: issuer, aud: audience, sub: "ann", exp: 9e9 }))
      assert.strictEqual(yield* ask(`${head}.${forged.toString("base64url")}.${signature}`), invalid)
      assert.strictEqual(yield* ask(`eyJ${"a".repeat(20_000)}.eyJh.a`), invalid)
      assert.strictEqual(yield* ask("eyJh.eyJh.a"), invalid)
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual(yield* say({}), "UNAUTHORIZED: Unauthorized: The token has expired")
    }))

  it.effect("loads new keys of the issuer, but not for unsigned tokens", () =>
    Effect.gen(function*() {
      const [old, next] = yield* Effect.promise(() => Promise.all([signer("1"), signer("2")]))
      const { ask, server } = authorizationServer([old.jwk])
      const say = (by: typeof old) => Effect.flatMap(Effect.promise(() => sign(by, { exp: 90_000 })), ask)
      const readings = () => server.asked.filter((url) => url.endsWith("/keys")).length
      assert.strictEqual(yield* say(old), "research")
      server.keys = [next.jwk]
      // The keys were read just now.
      assert.strictEqual(yield* say(next), invalid)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* say(next), "research")
      assert.strictEqual(readings(), 2)
      assert.strictEqual(yield* say(old), invalid)
      yield* Effect.repeat(say({ ...old, kid: "invented" }), { times: 20 })
      assert.strictEqual(readings(), 2)
    }))

  it.effect("reports an issuer that does not respond, and tries again", () =>
    Effect.gen(function*() {
      const key = yield* Effect.promise(() => signer("1"))
      const { ask, server } = authorizationServer([key.jwk])
      const token = yield* Effect.promise(() => sign(key, { exp: 90_000 }))
      server.isDown = true
      assert.match(yield* ask(token), /^SERVICE_UNAVAILABLE: /)
      server.isDown = false
      assert.match(yield* ask(token), /^SERVICE_UNAVAILABLE: /)
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual(yield* ask(token), "research")
      // Keys that were read are believed for an hour, and no longer.
      server.isDown = true
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(yield* ask(token), "research")
      yield* TestClock.adjust("2 minutes")
      assert.match(yield* ask(token), /^SERVICE_UNAVAILABLE: /)
      server.isDown = false
      server.issuer = "https://id.example/other"
      yield* TestClock.adjust("1 minute")
      assert.match(yield* ask(token), /^SERVICE_UNAVAILABLE: /)
    }))
})
