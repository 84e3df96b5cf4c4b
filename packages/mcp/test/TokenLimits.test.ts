import { it } from "@effect/vitest"
import { keepWithin } from "./tokenLimits.ts"

it.effect("search and read never answer with more tokens than were asked for", () => keepWithin(200))
