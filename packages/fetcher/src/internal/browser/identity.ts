import type * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"

export interface Identity {
  readonly userAgent: string
  readonly chrome: string | undefined
  readonly languages: ReadonlyArray<string>
  readonly isMobile: boolean
}

const hintsOf = (chrome: string, isMobile: boolean) => {
  const brands = [{ brand: "Not:A-Brand", version: "8" }, { brand: "Chromium", version: chrome }]
  return {
    brands,
    fullVersionList: brands.map(({ brand, version }) => ({ brand, version: `${version}.0.0.0` })),
    platform: isMobile ? "Android" : "Linux",
    platformVersion: isMobile ? "10.0.0" : "",
    architecture: isMobile ? "" : "x86",
    bitness: isMobile ? "" : "64",
    model: isMobile ? "K" : "",
    mobile: isMobile
  }
}

export const identify = (
  session: Remote<CDPSession>,
  { chrome, isMobile, languages, userAgent }: Identity
): Effect.Effect<unknown, unknown> =>
  ask(session, (session) =>
    session.send("Emulation.setUserAgentOverride", {
      userAgent,
      acceptLanguage: languages.join(","),
      platform: isMobile ? "Linux armv81" : "Linux x86_64",
      ...(chrome === undefined ? {} : { userAgentMetadata: hintsOf(chrome, isMobile) })
    }))
