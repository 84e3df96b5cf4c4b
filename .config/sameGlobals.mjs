// Files of tests share their process: what one of them puts in the place of something global, all later ones would meet.
// Methods of the language are not looked at: libraries such as pdf.js bring their own for older runtimes.
import { afterAll } from "vitest"

/** What the language and the runtime have: classes, and functions of these names. */
const isMeant = (name) => /^[A-Z]|^(?:clear|set|queue|structured|fetch|console|atob|btoa)/.test(name)

const isOfPlatform = (name) =>
  /^(?:Abort|Blob|Compression|Decompression|Event|File|FormData|Headers|Message|Readable|Request|Response|Text|Transform|URL|WebSocket|Writable)/
    .test(name)

/** A global, and the members of its instances, by name. */
const partsOf = (name) => {
  const value = globalThis[name]
  const instance = isOfPlatform(name) && typeof value === "function" ? value.prototype : undefined
  const members = Object.entries(instance === undefined ? {} : Object.getOwnPropertyDescriptors(instance))
  return [
    [name, value],
    ...members.map(([key, { get, set, value }]) => [`${name}.prototype.${key}`, value ?? get ?? set])
  ]
}

const parts = () => new Map(Object.getOwnPropertyNames(globalThis).filter(isMeant).flatMap(partsOf))

/** From before the first file of this process. */
const before = globalThis[Symbol.for("dunlin/globals")] ??= parts()

afterAll(() => {
  const now = parts()
  const changed = [...before].filter(([name, part]) => !Object.is(part, now.get(name))).map(([name]) => name)
  if (changed.length > 0) throw new Error(`left changed for the tests that come after: ${changed.join(", ")}`)
})
