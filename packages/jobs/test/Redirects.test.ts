import { FetchError, type NavigationGuard } from "@dunlin/fetcher"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

interface Watch {
  readonly guard: NavigationGuard.NavigationGuardShape
  readonly refusal: () => { readonly _tag: string; readonly url?: string } | undefined
}

// the package does not export it
const { watch } = await import(new URL("../src/internal/redirects.ts", import.meta.url).href) as {
  readonly watch: (page: object) => Watch
}

const site = "https://site.example"

/** The page `/` of a crawl of the site, whose embedder lets nobody visit `/secret`, and what it was asked for. */
const watched = () => {
  const asked: Array<string> = []
  const callers: NavigationGuard.NavigationGuardShape = {
    check: (url) =>
      Effect.suspend(() => {
        asked.push(url)
        return url.endsWith("/secret")
          ? Effect.fail(new FetchError.NavigationRefused({ detail: "not here" }))
          : Effect.void
      })
  }
  const { guard, refusal } = watch({
    url: `${site}/`,
    depth: 1,
    scope: { isInside: (url: string) => url.startsWith(site) },
    robots: false,
    rulesOf: () => Effect.die("robots.txt does not decide"),
    callers
  })
  return { asked, check: (url: string) => Effect.result(guard.check(url)), refusal }
}

it.effect("records why a redirect was refused, also if a later one is followed", () =>
  Effect.gen(function*() {
    const { check, refusal } = watched()
    assert.strictEqual((yield* check(`${site}/`))._tag, "Success")
    assert.isUndefined(refusal())
    assert.strictEqual((yield* check("https://other.example/"))._tag, "Failure")
    assert.strictEqual((yield* check(`${site}/next`))._tag, "Success")
    assert.deepStrictEqual(refusal(), { _tag: "Outside", url: "https://other.example/" })
  }))

it.effect("also checks the guard of the crawl's caller for every URL", () =>
  Effect.gen(function*() {
    const { asked, check, refusal } = watched()
    assert.strictEqual((yield* check(`${site}/`))._tag, "Success")
    const refused = yield* check(`${site}/secret`)
    assert.strictEqual(refused._tag === "Failure" && refused.failure.detail, "not here")
    assert.deepStrictEqual(asked, [`${site}/`, `${site}/secret`])
    assert.isUndefined(refusal())
  }))
