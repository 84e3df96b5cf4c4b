// What the files of tests import is written to the cache of compiled modules when it is loaded, not when their process ends:
// on a fresh clone the threads and processes that they start, and the next file, find it.
import { flushCompileCache } from "node:module"
import { beforeAll } from "vitest"

beforeAll(() => flushCompileCache())
