import { describe } from "@effect/vitest"
import { needing } from "../../common/test/components.ts"
import { isFair } from "./fairness.ts"

describe("shared capacity of teams", needing("Chromium"), () => {
  isFair({ shared: "pages of the browser", path: "/small", options: { waitFor: 1 }, flood: 24 })
})
