/** Entry of the thread that prepares scans for a recogniser. */
import * as Threads from "@dunlin/common/Threads"
import { cut } from "./bands.ts"
import { straighten } from "./deskew.ts"
import type { Job } from "./scans.ts"

Threads.serve(({ bands, picture }: Job) => cut(straighten(picture), bands))
