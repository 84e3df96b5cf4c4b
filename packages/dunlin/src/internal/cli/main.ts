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

/** Only who was interrupted ends at once: with the code that was set, else 130. Others end when all is written. */
const teardown: Teardown = (exit, end) => end(Exit.isSuccess(exit) ? 0 : Number(process.exitCode ?? 130))

/** `NodeServices` of `@effect/platform-node`, which would install a driver for Redis besides. */
const services = Layer.provideMerge(
  NodeChildProcessSpawner.layer,
  Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer, NodeTerminal.layer)
)

/** What to say of a value such as `-5s`, which is read as a flag of its own behind the flag it was meant for. */
const hyphened = (error: CliError.CliError): string | undefined => {
  if (error._tag !== "UnrecognizedOption" || !/^-\d/.test(error.option)) return undefined
  const at = process.argv.findIndex((argument) => argument.startsWith(error.option))
  const [flag = "", value = ""] = process.argv.slice(at - 1, at + 1)
  return at < 1 || !flag.startsWith("--")
    ? undefined
    : `${flag}: expected a value, got ${clean(value)}; one that begins with a hyphen is written ${flag}=${clean(value)}`
}

/** Wrong usage is one line of stderr, which names the page to read; that page is printed to whoever asks for it. */
const presenter = CliOutput.layerPresenter({
  present: (event) =>
    event._tag !== "InvalidInvocation"
      ? CliOutput.defaultPresenter.present(event)
      : Effect.sync(() => {
        const path = event.commandPath.join(" ")
        const [hyphen] = event.errors.flatMap((error) => hyphened(error) ?? [])
        const said = hyphen ?? event.errors.map(({ message }) => message.replace(/\s+/g, " ").trim()).join("; ")
        process.stderr.write(`${path}: ${said} (${path} --help says what there is)\n`)
      })
})

/** What a stream says when nobody reads it any more, as after `| head -1`. */
const nobodyReads = new Set(["EPIPE", "ERR_STREAM_DESTROYED"])

/** Ends when nobody reads stdout or stderr any more: there is nothing left to work for, and nothing to say. */
const unread = Effect.callback<void>((resume) => {
  for (const stream of [process.stdout, process.stderr]) {
    // It stays for what is still written while the work is cancelled.
    stream.on(
      "error",
      (error: NodeJS.ErrnoException) => resume(nobodyReads.has(error.code ?? "") ? Effect.void : Effect.die(error))
    )
  }
})

/** The command line of this process: reads its arguments, writes to its streams, and sets its exit code. */
export const run: Effect.Effect<void> = Stdio.Stdio.use(({ args }) => args).pipe(
  Effect.flatMap((args) => Command.runWith(command, { version: "0.1.0" })(withValues(args))),
  Effect.provide(services),
  Effect.provide(presenter),
  // Stdout belongs to the results; the server has a logger of its own.
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
  const heard = Signals.handler({
    now: () => performance.now(),
    after: (milliseconds, action) => void setTimeout(action, milliseconds).unref(),
    hurry: Hurry.begin,
    exit: () => process.exit(process.exitCode ?? 130)
  })
  process.on("SIGINT", heard).on("SIGTERM", heard)
}

/** Runs it until it ends or is interrupted by a signal. */
export const main = (): void => {
  handleSignals()
  NodeRuntime.runMain(run, { disableErrorReporting: true, teardown })
}
