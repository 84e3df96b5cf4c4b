/** Entry of the thread that prepares scans for a recogniser. */
import { parentPort } from "node:worker_threads"
import type { Picture } from "../../../pdf/Ocr.ts"
import { cut } from "./bands.ts"
import { straighten } from "./deskew.ts"

parentPort!.on("message", ({ bands, picture }: { readonly picture: Picture; readonly bands: number }) => {
  const answer = cut(straighten(picture), bands)
  parentPort!.postMessage(answer, [])
})
