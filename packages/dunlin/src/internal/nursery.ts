/** The part of the heap where objects begin. V8 doubles it while much of it survives, and rarely takes it back. */
import { setFlagsFromString } from "node:v8"

/** While modules are loaded all survives: a nursery that grew for them would stay, empty, in an idle server. */
export const keepSmall = (): void => setFlagsFromString("--semi-space-growth-factor=1")

/** From here on it grows as the traffic asks for. */
export const grow = (): void => setFlagsFromString("--semi-space-growth-factor=2")
