import { describe } from "@effect/vitest"
import { generations } from "./mcpGenerations.ts"
import { testGenerations } from "./mcpGenerationTests.ts"

/** The oldest and the newest: each has to be installed. `npm run bench -- mcpGenerations` has all. */
const ofPython = generations.filter(({ language }) => language === "Python")
const tested = ofPython.filter((one) => one === ofPython[0] || one === ofPython.at(-1))

describe("clients of every generation", () => {
  testGenerations("Python", tested)
})
