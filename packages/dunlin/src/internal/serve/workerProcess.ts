/** Runs `dunlin worker` as a child process, with the settings of this process. */
import * as PackageFile from "@dunlin/common/PackageFile"
import type { JobStore } from "@dunlin/jobs/JobStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { SettingsError } from "../../SettingsError.ts"
import type { Shares } from "../settings/shares.ts"
import * as MoreProcesses from "./moreProcesses.ts"

const asker = { here: import.meta.url, name: "dunlin", module: "internal/serve/workerProcess" }

export interface Options {
  readonly allow: ReadonlyArray<string>
  readonly data: string
  readonly logLevel: LogLevel.LogLevel
  readonly provider: ReadonlyArray<string>
  readonly teams: Option.Option<string>
  readonly workers: number
  readonly workerProcesses: number
  readonly shares: Shares
  readonly publicUrl: string
  readonly log?: "stdout" | "stderr" | undefined
}

const environmentOf = ({ allow, data, logLevel, provider, publicUrl, shares, teams }: Options) => ({
  ...process.env,
  DUNLIN_DATA: data,
  DUNLIN_EGRESS_ALLOW: allow.join(","),
  DUNLIN_PROVIDER: provider.join(","),
  DUNLIN_LOG_LEVEL: logLevel,
  DUNLIN_WORKERS: `${shares.each}`,
  DUNLIN_WORKER_PROCESSES: "0",
  DUNLIN_HEALTH_PORT: "0",
  DUNLIN_PUBLIC_URL: publicUrl,
  ...(Option.isSome(teams) ? { DUNLIN_TEAMS: teams.value } : {})
})

/** The processes share a channel. If this process ends in any way, the channel closes and the started process stops. */
export const start = (
  program: string,
  { env, log = "stdout" }: { readonly env: NodeJS.ProcessEnv } & Pick<Options, "log">
): MoreProcesses.Started => {
  const ended = Deferred.makeUnsafe<string>()
  const works = Deferred.makeUnsafe<void>()
  const end = (why: string) => void Deferred.doneUnsafe(ended, Effect.succeed(why))
  const child = spawn(process.execPath, [...process.execArgv, program, "worker"], {
    env,
    stdio: ["ignore", log === "stderr" ? 2 : 1, 2, "ipc"]
  })
  child.once("message", () => Deferred.doneUnsafe(works, Effect.void))
  child.once("error", ({ message }) => end(message))
  child.once("exit", (code, signal) => end(signal === null ? `exit code ${code}` : signal))
  return {
    pid: child.pid,
    works,
    ended,
    stop: () => void child.kill("SIGTERM"),
    kill: () => void child.kill("SIGKILL")
  }
}

export const layer = (options: Options): Layer.Layer<never, SettingsError, JobStore> =>
  options.workerProcesses === 0 ? Layer.empty : Layer.effectDiscard(Effect.gen(function*() {
    const wrong = (why: string) => new SettingsError({ variable: "DUNLIN_WORKER_PROCESSES", why })
    if (options.workers === 0) return yield* wrong("requires DUNLIN_WORKERS of at least 1, the pages of each process")
    const program = PackageFile.module(asker, "bin")
    if (program === undefined) return yield* wrong(PackageFile.advice(asker))
    yield* MoreProcesses.run({
      max: options.workerProcesses,
      divideAmong: options.shares.divideAmong,
      start: () => start(fileURLToPath(program), { env: environmentOf(options), log: options.log })
    })
  }))

export const tellStarter = (): void => void process.send?.("works")

/** Ends this worker, like a signal, when the process that started it has ended. */
export const endWithStarter = (): void => {
  if (process.channel !== undefined) process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
}
