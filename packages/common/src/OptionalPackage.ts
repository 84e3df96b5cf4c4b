/**
 * Loads optional packages, which users install when they need them.
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const notFound = "ERR_MODULE_NOT_FOUND"

/**
 * A required optional package is not installed or cannot be loaded.
 *
 * @category errors
 * @since 0.2.0
 */
export class PackageMissing extends Schema.TaggedError<PackageMissing>()("PackageMissing", {
  /** The name and version for `npm install`. */
  name: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {
  override get message(): string {
    const { cause, name } = this
    return typeof cause === "object" && cause !== null && "code" in cause && cause.code !== notFound
      ? `the package ${name} cannot be loaded (${String(cause.code)})`
      : `the package ${name} is not installed: npm install ${name}`
  }

  get isRetryable(): boolean {
    return false
  }
}

/**
 * Loads an optional package. The import in `load` must end with `.catch((cause: unknown) => Promise.reject(cause))`,
 * because esbuild leaves the import of a missing package unchanged only if its failure is handled.
 *
 * **Example** (A missing package)
 *
 * ```ts
 * import { OptionalPackage } from "@dunlin/common"
 * import { Effect } from "effect"
 *
 * const missing: Promise<never> = Promise.reject(Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" }))
 * const error: OptionalPackage.PackageMissing = await Effect.runPromise(
 *   Effect.flip(OptionalPackage.load("pg", () => missing))
 * )
 * console.log(error.message) // the package pg is not installed: npm install pg
 * ```
 *
 * @category loading
 * @since 0.2.0
 */
export const load = <M>(name: string, load: () => Promise<M>): Effect.Effect<M, PackageMissing> =>
  Effect.tryPromise({ try: load, catch: (cause) => new PackageMissing({ name, cause }) })
