// Runs the command line of this clone, and shows its page as the sources have it.
import { pathToFileURL } from "node:url"
import { program } from "./program.mjs"

const { file, isNew } = await program()
if (isNew) {
  const { playground } = await import("./playground.mjs")
  await playground()
  const { searchBox } = await import("./searchBox.mjs")
  await searchBox()
}
process.argv[1] = file
await import(pathToFileURL(file).href)
