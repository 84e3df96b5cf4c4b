/**
 * Begins a crawler of ours as the command begins: what V8 is told comes before anything else is loaded, and what was
 * compiled before is not compiled again. Told nothing to crawl with, it ends when the crawler is loaded.
 */
import { keepCompiled } from "../../../../dunlin/src/internal/compiled.ts"
import * as Heap from "../../../../dunlin/src/internal/heap.ts"

Heap.keepSmall()
keepCompiled()
const crawler = await import(`./${process.argv[3]}`) as { readonly run: () => Promise<void> }
if (process.argv[4] === "load") process.exit(0)
Heap.settle()
await crawler.run()
