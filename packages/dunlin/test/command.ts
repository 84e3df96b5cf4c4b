import { startCommand } from "./commandLine.ts"

/** Runs the command with these settings alone, and waits for its end. */
export const dunlin = (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  startCommand({ args, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings } })
