import { httpSuite } from "@dunlin/providers/testing"
import { wires } from "./wires.ts"

for (const [name, options] of Object.entries(wires)) httpSuite(name, options)
