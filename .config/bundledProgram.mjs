// Before the tests with real components: those that start the command line, two hundred times, start a bundle of it, as its
// users do, which takes half the processor time of starting its sources. `packages/dunlin/test/commandLine.ts` reads this.
import { program } from "./program.mjs"

export const setup = async () => {
  const { file } = await program()
  process.env.TESTED_PROGRAM = file
}
