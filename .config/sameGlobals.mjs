// Files of tests share their process: what one of them puts in the place of something global, all later ones would meet.
import { afterAll } from "vitest"

const names = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "Date",
  "Headers",
  "Promise",
  "ReadableStream",
  "Request",
  "Response",
  "TransformStream",
  "URL",
  "WritableStream",
  "clearTimeout",
  "console",
  "fetch",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "structuredClone"
]

/** A global, and what its instances have. */
const stateOf = (name) => {
  const value = globalThis[name]
  const instance = typeof value === "function" ? value.prototype : undefined
  const members = instance === undefined ? {} : Object.getOwnPropertyDescriptors(instance)
  return [value, ...Object.entries(members).flatMap(([key, { get, set, value }]) => [key, get, set, value])]
}

const snapshot = () => new Map(names.map((name) => [name, stateOf(name)]))

const before = globalThis[Symbol.for("dunlin/globals")] ??= snapshot()

afterAll(() => {
  const changed = names.filter((name) => {
    const [was, is] = [before.get(name), stateOf(name)]
    return was.length !== is.length || was.some((part, at) => part !== is[at])
  })
  if (changed.length > 0) throw new Error(`left changed behind for the tests that come after: ${changed.join(", ")}`)
})
