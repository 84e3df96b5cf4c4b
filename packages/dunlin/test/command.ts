import { execFile } from "node:child_process"
import { program } from "./commandLine.ts"

/** Runs the command with these settings alone, and waits for its end. */
export const dunlin = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr })
    )
  })
