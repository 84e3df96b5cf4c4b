// What `jitter.mjs` delays differs by file of tests; a file meets the same delays whichever files came before it.
import { beforeAll } from "vitest"

// oxlint-disable-next-line no-empty-pattern -- that is how it is told that nothing of the first is needed
beforeAll(({}, file) => globalThis[Symbol.for("dunlin/jitter")].begin(file.name))
