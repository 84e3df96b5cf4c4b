// Finds numbers of the PDF layout that no golden document protects: npm run bench -- pdfMutations [FILE.ts|NAME...]
// Each named number of `page`, `layout` and `compose` is changed by a third and by its full value, up and down, and the
// documents are read again. A number is unprotected if doubling it and setting it to zero changes no document.
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { mutations } from "./mutate/verdicts.ts"
import { constantsOf, open, type Reading } from "./numbers.ts"

const engine = fileURLToPath(new URL("../../../engines/pdf", import.meta.url))
const rooms = ["page", "layout", "compose"].map((room) => join(engine, "src/internal", room))
const golden = join(engine, "test/fixtures/goldenPdf")
const goldenDrawn = join(engine, "test/fixtures/goldenDrawn")

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  open(rooms)
  const { markdownOfPicture } = await import("../../../engines/pdf/test/pdfSketch.ts")
  // A parser process reads the path of its library there.
  process.argv.splice(2)
  const Drawing = await import("../../../engines/pdf/test/pdfDrawing.ts")
  const drawn = await Promise.all(
    readdirSync(goldenDrawn).filter((name) => !name.endsWith(".read.txt")).map(async (name): Promise<Reading> => ({
      name,
      read: await Drawing.open(readFileSync(join(goldenDrawn, name), "utf8"))
    }))
  )
  const pictures = readdirSync(golden).filter((name) => name.endsWith(".txt")).map((name): Reading => {
    const picture = readFileSync(join(golden, name), "utf8")
    return { name, read: () => markdownOfPicture(picture) }
  })
  const constants = rooms.flatMap(constantsOf).filter(({ name, url }) =>
    args.length === 0 || args.includes(name) || args.includes(basename(url))
  )
  mutations({
    area: "constants of the PDF layout that golden documents test",
    constants,
    small: { by: "a third", factors: [2 / 3, 4 / 3] },
    tellsBy: false
  }, [...pictures, ...drawn])
}
