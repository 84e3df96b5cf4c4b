import { it } from "@effect/vitest"
import { keepWithin } from "./tokenLimits.ts"

it.effect("search and read never return more tokens than requested", () => keepWithin(200))
