#!/usr/bin/env node
import { keepCompiled } from "./internal/compiled.ts"
import * as Heap from "./internal/heap.ts"
import { requireNode } from "./internal/nodeVersion.ts"

requireNode(process.versions)
Heap.keepSmall()
keepCompiled()

const { main } = await import("./internal/cli/main.ts")
main()
