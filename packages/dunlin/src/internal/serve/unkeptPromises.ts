/** At start, reports which promises these settings cannot keep. If one would fail silently, stops. */
import { Teams } from "@dunlin/http-api/Teams"
import { UnkeptPromises } from "@dunlin/http-api/UnkeptPromises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ServerSettings, unkept } from "../promises/unkept.ts"
import { wrong } from "../settings/variable.ts"

export const unkeptPromises = (settings: ServerSettings) =>
  Layer.effect(
    UnkeptPromises,
    Effect.gen(function*() {
      const { all } = yield* Teams
      const audited = all.find(({ audit }) => audit)
      if (settings.audit === "off" && audited !== undefined) {
        return yield* wrong(
          "DUNLIN_AUDIT",
          `team ${audited.id} has audit: true, which requires sqlite or stdout; otherwise set audit: false`
        )
      }
      const found = yield* unkept(settings, all)
      for (const { promise, why } of found) {
        yield* Effect.annotateLogs(Effect.logWarning("a setting has no effect"), { promise, why })
      }
      return [...new Set(found.map(({ promise }) => promise))]
    })
  )
