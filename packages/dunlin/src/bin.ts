#!/usr/bin/env node
import * as NodeModule from "node:module"
import * as Heap from "./internal/heap.ts"
import { requireNode } from "./internal/nodeVersion.ts"

requireNode(process.versions)
Heap.keepNurserySmall()
// The next start finds its modules compiled. NODE_DISABLE_COMPILE_CACHE=1 turns it off, NODE_COMPILE_CACHE moves it.
NodeModule.enableCompileCache?.()

const { main } = await import("./internal/cli/main.ts")
main()
