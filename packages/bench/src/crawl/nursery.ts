/** Begins a crawler of ours as the command begins: what V8 is told comes before anything else is loaded. */
import * as Heap from "../../../dunlin/src/internal/heap.ts"

Heap.keepNurserySmall()
const crawler = await import(`./${process.argv[3]}`) as { readonly run: () => Promise<void> }
Heap.settle()
await crawler.run()
