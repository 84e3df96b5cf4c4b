import { describe } from "@effect/vitest"
import { isFair, type Kind } from "./fairness.ts"

const kinds: ReadonlyArray<Kind> = [
  { shared: "connections to a host", path: "/small", flood: 60 },
  { shared: "turns of the thread that answers", path: "/medium", flood: 60 },
  { shared: "threads of large pages", path: "/large", flood: 16 },
  { shared: "parsers of PDFs", path: "/paper.pdf", flood: 80, isKept: true }
]

describe("shared capacity of teams", { concurrent: false }, () => {
  for (const kind of kinds) isFair(kind)
})
