/**
 * Starts a crawler like the `dunlin` command: V8 flags are set before other modules load, and compiled code is reused.
 * Without a task, it ends after loading the crawler.
 */
import { keepCompiled } from "../../../../dunlin/src/internal/compiled.ts"
import * as Heap from "../../../../dunlin/src/internal/heap.ts"

Heap.keepSmall()
keepCompiled()
const crawler = await import(`./${process.argv[3]}`) as { readonly run: () => Promise<void> }
if (process.argv[4] === "load") process.exit(0)
Heap.settle()
await crawler.run()
