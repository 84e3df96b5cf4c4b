/**
 * Implements `/v2/scrape/{id}/interact`: runs code and actions on the page of a scrape. The page stays open between
 * calls.
 */
import { ArtifactStore } from "@dunlin/cache/ArtifactStore"
import type { OpenPage } from "@dunlin/pipeline/Scraper"
import type { ActionResults } from "@dunlin/schema/Document"
import * as Interact from "@dunlin/schema/Interact"
import * as Limits from "@dunlin/schema/Limits"
import type { Blob, RawActionResults } from "@dunlin/schema/RawPage"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as ApiError from "../../ApiError.ts"
import { readJson } from "../body.ts"
import { normal } from "../normal.ts"
import { operation } from "../operation.ts"
import { json } from "../respond.ts"
import { OpenPages } from "./interactions.ts"

const idIn = (url: string): string => normal(url.split("?", 1)[0]!).split("/")[3] ?? ""

const ACTIONS_OR_CODE = "send JavaScript in `code`, or `actions`"

const notHere = (what: string) => Effect.fail(ApiError.make("NOT_IMPLEMENTED", `${what}; ${ACTIONS_OR_CODE}`))

/** Rejects a call before a page is opened. */
const refuse = (
  { actions, code, language, prompt }: Interact.InteractRequest
): Effect.Effect<void, ApiError.ApiError> => {
  if (code !== undefined && (language === "python" || language === "bash")) {
    return notHere(`This server does not run callers' programs, so \`language: "${language}"\` is not supported`)
  }
  return code === undefined && actions === undefined && prompt !== undefined
    ? notHere("This server has no model that controls a browser, so `prompt` is not supported")
    : Effect.void
}

const written = (value: Schema.Json): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value)

const nothingRan = { value: null, stdout: "", stderr: "", isKilled: false }

const filesOf = Effect.fnUntraced(function*(results: RawActionResults) {
  const artifacts = yield* ArtifactStore
  const warnings: Array<string> = artifacts.notice === undefined ? [] : [artifacts.notice]
  const keep = (blobs: ReadonlyArray<Blob>) =>
    Effect.forEach(blobs, (blob) =>
      Effect.match(artifacts.put(blob, { ttl: Limits.screenshotLifetime }), {
        onFailure: () => {
          warnings.push("A file could not be stored and was omitted.")
          return []
        },
        onSuccess: ({ url }) => [url]
      })).pipe(Effect.map((urls) => urls.flat()))
  const actions: ActionResults = {
    screenshots: yield* keep(results.screenshots),
    scrapes: results.scrapes,
    javascriptReturns: results.javascriptReturns,
    pdfs: yield* keep(results.pdfs)
  }
  const hasFiles = results.screenshots.length + results.pdfs.length > 0
  return { actions, warnings: hasFiles ? [...new Set(warnings)] : [] }
})

const perform = ({ actions, code, timeout }: Interact.InteractRequest) =>
  Effect.fnUntraced(function*(page: OpenPage) {
    const limit = Duration.seconds(timeout)
    const acted = actions === undefined ? undefined : yield* page.act({ actions, timeout: limit })
    const ran = code === undefined ? undefined : yield* page.run({ code, timeout: limit })
    return {
      ...nothingRan,
      ...ran,
      url: (ran ?? acted)?.url ?? "",
      warnings: [...acted?.warnings ?? [], ...ran?.warnings ?? []],
      results: acted?.results
    }
  })

export const interact = operation(
  { name: "interact", metered: true },
  ({ request: asked, team }) =>
    Effect.gen(function*() {
      const { json: body } = yield* readJson(asked)
      const { request, warnings } = yield* Effect.mapError(Interact.decode(body), ApiError.fromInvalidRequest)
      yield* refuse(request)
      const pages = yield* OpenPages
      const called = yield* pages.call(team, idIn(asked.url), perform(request))
      const { isKilled, results, stderr, stdout, url, value, warnings: ownWarnings } = called.value
      const files = results === undefined ? undefined : yield* filesOf(results)
      const all = [...new Set([...warnings, ...called.warnings, ...ownWarnings, ...files?.warnings ?? []])]
      const isFailed = isKilled || stderr !== ""
      return json(
        {
          success: !isFailed,
          url,
          stdout,
          result: written(value),
          stderr,
          exitCode: isFailed ? 1 : 0,
          killed: isKilled,
          ...(files === undefined ? {} : { actions: files.actions }),
          expiresAt: DateTime.formatIso(DateTime.makeUnsafe(called.expiresAt)),
          ...(isFailed ? { error: stderr } : {}),
          ...(all.length === 0 ? {} : { warning: all.join(" ") })
        } satisfies Interact.InteractResponse
      )
    })
)

export const stop = operation(
  { name: "interact-stop", metered: false },
  ({ note, request, team }) =>
    Effect.gen(function*() {
      const { credits, milliseconds, warnings } = yield* (yield* OpenPages).stop(team.id, idIn(request.url))
      note.credits = credits
      return json(
        {
          success: true,
          sessionDurationMs: Math.round(milliseconds),
          creditsBilled: credits,
          ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
        } satisfies Interact.InteractStopped
      )
    })
)
