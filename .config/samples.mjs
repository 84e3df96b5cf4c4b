// Tests of properties draw the same samples everywhere, so that a test says something about the sources and not about luck.
// TEST_SEED=random draws others, and any number the ones of that seed, which a failure prints.
import { configureGlobal, readConfigureGlobal } from "fast-check"

const SEED = 20261123

const asked = process.env.TEST_SEED
if (asked !== undefined && asked !== "random" && !Number.isSafeInteger(Number(asked))) {
  throw new Error(`TEST_SEED: expected random or a whole number, got ${asked}`)
}
if (asked !== "random") configureGlobal({ ...readConfigureGlobal(), seed: asked === undefined ? SEED : Number(asked) })
