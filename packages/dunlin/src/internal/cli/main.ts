import * as Hurry from "@dunlin/common/Hurry"
import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as NodeRuntime from "@effect/platform-node-shared/NodeRuntime"
import * as NodeStdio from "@effect/platform-node-shared/NodeStdio"
import * as NodeTerminal from "@effect/platform-node-shared/NodeTerminal"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { Teardown } from "effect/Runtime"
import * as Stdio from "effect/Stdio"
import { command } from "../../Cli.ts"
import { withValues } from "./bareFlags.ts"
import { exitCodeOf, explain } from "./failure.ts"
import { clean } from "./output.ts"
import * as Signals from "./signals.ts"

/**
 * After an interrupt, exits immediately with the set code or 130. Otherwise the process ends when all output is
 * written.
 */
const teardown: Teardown = (exit, end) => end(Exit.isSuccess(exit) ? 0 : Number(process.exitCode ?? 130))

/** The same as `NodeServices` of `@effect/platform-node`. Importing that would also require a Redis driver. */
const services = Layer.provideMerge(
  NodeChildProcessSpawner.layer,
  Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer, NodeTerminal.layer)
)

/** Detects a value such as `-5s`, which the parser treats as a flag. */
const hyphened = (error: CliError.CliError): string | undefined => {
  if (error._tag !== "UnrecognizedOption" || !/^-\d/.test(error.option)) return undefined
  const at = process.argv.findIndex((argument) => argument.startsWith(error.option))
  const [flag = "", value = ""] = process.argv.slice(at - 1, at + 1)
  return at < 1 || !flag.startsWith("--")
    ? undefined
    : `${flag}: expected a value, got ${clean(value)}; write ${flag}=${
      clean(value)
    } for a value that begins with a hyphen`
}

/** Wrong usage prints one line on stderr that names the help page. The page is printed only on request. */
const presenter = CliOutput.layerPresenter({
  present: (event) =>
    event._tag !== "InvalidInvocation"
      ? CliOutput.defaultPresenter.present(event)
      : Effect.sync(() => {
        const path = event.commandPath.join(" ")
        const [hyphen] = event.errors.flatMap((error) => hyphened(error) ?? [])
        const usageError = hyphen ?? event.errors.map(({ message }) => message.replace(/\s+/g, " ").trim()).join("; ")
        process.stderr.write(`${path}: ${usageError} (see ${path} --help)\n`)
      })
})

/** Error codes of an output stream whose reader has closed it, as in `| head -1`. */
const nobodyReads = new Set(["EPIPE", "ERR_STREAM_DESTROYED"])

/** Completes when the reader closes stdout or stderr, because nobody would see further output. */
const unread = Effect.callback<void>((resume) => {
  for (const stream of [process.stdout, process.stderr]) {
    // The listener stays, because output continues while the work is cancelled.
    stream.on(
      "error",
      (error: NodeJS.ErrnoException) => resume(nobodyReads.has(error.code ?? "") ? Effect.void : Effect.die(error))
    )
  }
})

export const run: Effect.Effect<void> = Stdio.Stdio.use(({ args }) => args).pipe(
  Effect.flatMap((args) => Command.runWith(command, { version: "0.1.0" })(withValues(args))),
  Effect.provide(services),
  Effect.provide(presenter),
  // Stdout is for results, so logs go to stderr.
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])),
  Effect.raceFirst(unread),
  Effect.catchCause((cause) =>
    Effect.sync(() => {
      const text = explain(cause)
      if (text !== undefined) process.stderr.write(`${text}\n`)
      process.exitCode ??= exitCodeOf(cause)
    })
  )
)

const handleSignals = () => {
  const onSignal = Signals.handler({
    now: () => performance.now(),
    after: (milliseconds, action) => void setTimeout(action, milliseconds).unref(),
    hurry: Hurry.begin,
    exit: () => process.exit(process.exitCode ?? 130)
  })
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal)
}

export const main = (): void => {
  handleSignals()
  NodeRuntime.runMain(run, { disableErrorReporting: true, teardown })
}
