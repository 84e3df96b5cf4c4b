// Starts a worker process as a server does, and waits to be killed.
import type * as WorkerProcess from "../src/internal/serve/workerProcess.ts"
import { program } from "./commandLine.ts"

const { start }: typeof WorkerProcess = await import(
  new URL("../src/internal/serve/workerProcess.ts", import.meta.url).href
)
start(program, { env: { ...process.env } })
