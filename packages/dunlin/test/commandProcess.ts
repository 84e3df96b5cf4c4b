// A process that runs one command line after another, each with its own arguments, environment, folder and streams: half a
// second of a processor is spared that reading the modules anew takes. `commandLine.ts` starts it and asks it.
import { ConfigProvider, Effect } from "effect"
import { Readable, Writable } from "node:stream"
import type { Asked, Ended } from "./commandLine.ts"

const { run } = await import(new URL("../src/internal/cli/main.ts", import.meta.url).href) as {
  readonly run: Effect.Effect<void>
}

const compiled = process.env.NODE_COMPILE_CACHE

/** Console keeps the streams that it first wrote to, so they stay the same for all commands. */
const collecting = () => {
  const chunks: Array<Buffer> = []
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk)
      done()
    }
  })
  // each command listens for an end of its readers
  stream.setMaxListeners(0)
  return { stream, taken: () => Buffer.concat(chunks.splice(0)).toString() }
}

const stdout = collecting()
const stderr = collecting()
Object.defineProperty(process, "stdout", { value: stdout.stream })
Object.defineProperty(process, "stderr", { value: stderr.stream })

/** The variables themselves are set, not another object: threads, other processes and the system read those. */
const become = ({ args, cwd, env, stdin }: Asked) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
  // as `bin.ts` does: threads are told by the environment alone
  process.env.NODE_COMPILE_CACHE ??= compiled
  process.chdir(cwd)
  process.argv = [...process.argv.slice(0, 2), ...args]
  process.exitCode = undefined
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(stdin)]), configurable: true })
}

const answer = async (asked: Asked): Promise<Ended> => {
  become(asked)
  // what was read of the environment once would hold for the next command, too
  await Effect.runPromise(Effect.provideService(run, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv()))
  return { code: Number(process.exitCode ?? 0), stdout: stdout.taken(), stderr: stderr.taken() }
}

let last: Promise<unknown> = Promise.resolve()
process.on("message", (asked: Asked) => {
  last = last.then(async () => process.send!(await answer(asked)))
})
process.on("disconnect", () => process.exit())
