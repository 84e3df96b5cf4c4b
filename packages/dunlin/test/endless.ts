// Programs that never close their client, in a process of their own.
import { execFile } from "node:child_process"
import { join } from "node:path"

const program = join(import.meta.dirname, "program.ts")

/** Runs a task of that program, and waits until its process ends. */
export const run = (
  ...parameters: ReadonlyArray<string>
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr })
    })
  })
