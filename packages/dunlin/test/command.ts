import { execFile } from "node:child_process"
import { join } from "node:path"

const bin = join(import.meta.dirname, "../src/bin.ts")

/** Runs the command with these settings alone, and waits for its end. */
export const dunlin = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [bin, ...args],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr })
    )
  })
