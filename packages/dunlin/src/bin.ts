#!/usr/bin/env node
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { command } from "./Cli.ts"
import { exitCodeOf, explain } from "./internal/cli/failure.ts"

Command.run(command, { version: "0.1.0" }).pipe(
  Effect.provide(NodeServices.layer),
  Effect.catchCause((cause) =>
    Effect.sync(() => {
      const text = explain(cause)
      if (text !== undefined) process.stderr.write(`${text}\n`)
      process.exitCode = exitCodeOf(cause)
    })
  ),
  (program) => NodeRuntime.runMain(program, { disableErrorReporting: true })
)
