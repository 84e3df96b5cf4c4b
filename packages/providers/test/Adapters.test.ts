import { httpSuite, run } from "@dunlin/providers/testing"
import * as vitest from "vitest"
import { wires } from "./wires.ts"

for (const [name, options] of Object.entries(wires)) run(httpSuite(name, options), vitest)
