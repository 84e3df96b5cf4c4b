/** Lists all compatible APIs by name. */
import type { DoorName } from "../../Doors.ts"
import { brave } from "./brave.ts"
import { cohere } from "./cohere.ts"
import type { Door } from "./door.ts"
import { exa } from "./exa.ts"
import { jina } from "./jina.ts"
import { perplexity } from "./perplexity.ts"
import { searxng } from "./searxng.ts"
import { serper } from "./serper.ts"
import { tavily } from "./tavily.ts"

export const doors: { readonly [Name in DoorName]: Door } = {
  tavily,
  exa,
  searxng,
  serper,
  brave,
  jina,
  cohere,
  perplexity
}
