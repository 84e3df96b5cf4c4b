import { Sections } from "@dunlin/text"
import { assert, it } from "@effect/vitest"

const page =
  "Before.\n\n# Pumps\n\n## Care\n\nOil it.\n\n```sh\n# not a heading\nrun\n```\n\nClean it.\n\nNets\n----\n\nMend them.\n\n# # [¶](#x)\n\nEnd."

const pathAt = (words: string) => {
  const [context] = Sections.contextsAt(page, [page.indexOf(words)])
  return [context?.headings.map(({ level, title }) => `${level} ${title}`), context?.fence]
}

it("returns the headings above each position, also underlined ones", () => {
  assert.deepStrictEqual(pathAt("Before"), [[], undefined])
  assert.deepStrictEqual(pathAt("Oil it"), [["1 Pumps", "2 Care"], undefined])
  assert.deepStrictEqual(pathAt("Clean it"), [["1 Pumps", "2 Care"], undefined])
  assert.deepStrictEqual(pathAt("Mend them"), [["1 Pumps", "2 Nets"], undefined])
})

it("returns the fence of the code around a position", () => {
  assert.deepStrictEqual(pathAt("run"), [["1 Pumps", "2 Care"], "```sh"])
})

it("reads all positions in one pass, in order", () => {
  const places = [0, page.indexOf("Oil"), page.indexOf("run"), page.length]
  assert.deepStrictEqual(
    Sections.contextsAt(page, places),
    places.flatMap((place) => Sections.contextsAt(page, [place]))
  )
})
