/** What the command tells V8 before anything else is loaded. */
import * as Heap from "../../../dunlin/src/internal/heap.ts"

Heap.keepNurserySmall()
