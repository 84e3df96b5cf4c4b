/** Entry of the thread that selects from long texts. */
import * as Threads from "@dunlin/common/Threads"
import { selected, type Selection } from "./selected.ts"

Threads.serve((selection: Selection) => selected(selection))
