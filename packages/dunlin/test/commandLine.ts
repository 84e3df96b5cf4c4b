import { join } from "node:path"

/** The command line that tests start: a bundle, as its users start one, or the sources where no bundle was made. */
export const program = process.env.TESTED_PROGRAM ?? join(import.meta.dirname, "../src/bin.ts")
