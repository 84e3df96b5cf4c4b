/**
 * Defines the untyped list of stages that a pipeline contains. An invalid operation on it fails immediately. This
 * module does not load the code of any stage.
 *
 * @since 0.2.0
 */
import { InvalidOptions } from "@dunlin/schema/InvalidOptions"
import * as Spelling from "@dunlin/schema/Spelling"
import { type Pipeable, pipeArguments } from "effect/Pipeable"
import type { Stage } from "./Stage.ts"

/**
 * An ordered list of stages. Lists are immutable: every operation returns a new one, and throws `InvalidOptions` for
 * an unknown stage name or an invalid stage. `Pipeline` adds the types of the stages.
 *
 * @category models
 * @since 0.2.0
 */
export interface Stages extends Pipeable {
  readonly stages: ReadonlyArray<Stage.Any>
  readonly insertAfter: (name: string, stage: Stage.Any) => Stages
  readonly replace: (name: string, stage: Stage.Any) => Stages
  readonly without: (name: string) => Stages
}

const checkName = (of: string, stages: ReadonlyArray<Stage.Any>, name: unknown) => {
  const names = stages.map((stage) => stage.name)
  if (names.includes(name as string)) return
  const meant = typeof name === "string" ? Spelling.meant(name, names) : undefined
  const expected = meant ?? names.join(", ")
  const message = `There is no stage ${typeof name === "string" ? JSON.stringify(name) : `of a ${typeof name}`}; ` +
    (meant === undefined ? `expected one of ${expected}` : `did you mean ${meant}?`)
  throw new InvalidOptions({ of: "pipeline", issues: [{ path: [of], code: "invalid_value", message, expected }] })
}

const isStage = (value: unknown): value is Stage.Any =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string" &&
  "run" in value && typeof value.run === "function"

const checkStage = (of: string, stage: unknown) => {
  if (isStage(stage)) return
  const expected = "a stage, such as `Stage.promise(\"mine\", (state) => ({ ... }))`"
  const received = stage === null ? "null" : typeof stage
  const message = `Expected ${expected}, got ${received}`
  throw new InvalidOptions({
    of: "pipeline",
    issues: [{ path: [of], code: "invalid_type", message, expected, received }]
  })
}

const Proto = {
  pipe() {
    return pipeArguments(this, arguments)
  },
  insertAfter(this: Pick<Stages, "stages">, name: string, stage: Stage.Any) {
    checkName("insertAfter", this.stages, name)
    checkStage("insertAfter", stage)
    return make(this.stages.flatMap((existing) => existing.name === name ? [existing, stage] : [existing]))
  },
  replace(this: Pick<Stages, "stages">, name: string, stage: Stage.Any) {
    checkName("replace", this.stages, name)
    checkStage("replace", stage)
    return make(this.stages.map((existing) => existing.name === name ? stage : existing))
  },
  without(this: Pick<Stages, "stages">, name: string) {
    checkName("without", this.stages, name)
    return make(this.stages.filter((existing) => existing.name !== name))
  }
}

/**
 * Creates a list of stages.
 *
 * **Example** (A mistyped name)
 *
 * ```ts
 * import { Stage, Stages } from "@dunlin/pipeline"
 *
 * const split = Stage.promise("split", ({ text }: { readonly text: string }) => ({ words: text.split(" ") }))
 * const list: Stages.Stages = Stages.make([split])
 * try {
 *   list.without("splt")
 * } catch (error) {
 *   console.log(String(error)) // InvalidOptions: pipeline: without: There is no stage "splt"; did you mean split?
 * }
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = (stages: ReadonlyArray<Stage.Any>): Stages => {
  for (const stage of stages) checkStage("make", stage)
  return Object.assign(Object.create(Proto) as Stages, { stages })
}
