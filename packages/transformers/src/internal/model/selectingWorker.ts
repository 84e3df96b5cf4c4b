/** Selects from long texts in a thread. */
import * as Threads from "@dunlin/common/Threads"
import { selected, type Selection } from "./selected.ts"

Threads.serve((selection: Selection) => selected(selection))
