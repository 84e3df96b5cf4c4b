/** Detects inline scripts that add content to their page. */
import { nextTag } from "../markup.ts"

const MAX_SCRIPT_CHARACTERS = 4_000
const MAX_EXAMINED_SCRIPTS = 50

const REQUESTS_DATA =
  /\bfetch\s*\(|\$\.(?:ajax|get|getJSON)\s*\(|\.open\s*\(\s*["']GET["']|\bnew\s+(?:EventSource|(?:Shared)?Worker|WebSocket)\s*\(|\bindexedDB\s*\.\s*open\s*\(/
const SHOWS_DATA =
  /\.(?:innerHTML|innerText|textContent)\s*\+?=(?!=)|\binsertAdjacent(?:HTML|Text)\s*\(|\.(?:replaceChildren|replaceWith)\s*\(/
/** Signs that a short script only serves forms, buttons, counters, or loads other scripts. */
const OTHER_PURPOSE =
  /\bPOST\b|["'](?:submit|click|change|input|keyup)["']|\.(?:click|submit|onclick|onsubmit)\b|createElement\(\s*["'](?:script|style|link)["']/

export const addsData = (html: string, lower: string): boolean => {
  let examined = 0
  for (let tag = nextTag(lower, "script", 0); tag !== undefined && examined < MAX_EXAMINED_SCRIPTS; examined++) {
    const end = lower.indexOf("</script", tag.end)
    if (end === -1) return false
    const source = end - tag.end > MAX_SCRIPT_CHARACTERS ? "" : html.slice(tag.end, end)
    if (REQUESTS_DATA.test(source) && SHOWS_DATA.test(source) && !OTHER_PURPOSE.test(source)) return true
    tag = nextTag(lower, "script", end)
  }
  return false
}
