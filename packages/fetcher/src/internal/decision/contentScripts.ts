/** Detects pages whose scripts cannot add content, so that no browser is needed. */
import * as AdBlock from "../../AdBlock.ts"
import { nextTag } from "../markup.ts"
import { isRun } from "./outline.ts"

/** A page with more inline script counts as able to change its content. */
const MAX_EXAMINED_CHARACTERS = 200_000
const MAX_SCRIPT_TAG_CHARACTERS = 4_000

/**
 * An inline script must contain one of these to change its page: a way to elements, evaluated source, a navigation,
 * or a member that writes text.
 */
const REACHES_PAGE =
  /\b(?:document|location|navigation|customElements|eval|Function|constructor|import(?:Scripts)?|HTML\w*Element|Element)\b|\bopen\s*\(|\.(?:submit|click)\s*\(|\b(?:(?:inner|outer)(?:HTML|Text)|textContent|nodeValue|srcdoc|attachShadow|surroundContents|(?:append|replace|move|insert|setHTML)\w*|prepend|before|after)\b|\.(?:src|data)\s*=(?!=)/

const OF_READER =
  "click|dblclick|auxclick|contextmenu|mouse|pointer|touch|key|wheel|drag|drop|copy|cut|paste|submit|reset|change|input|select|blur"
const OTHER_CODE = new RegExp(
  `<(?:iframe|frame|object|embed)\\b|\\bhttp-equiv\\s*=\\s*["']?refresh|[\\s"'/]on(?!${OF_READER})[a-z]+\\s*=`
)

const ADDRESS = /[\s"'/](?:src|(?:xlink:)?href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

const isAdvertising = (address: string, url: string): boolean => {
  const script = URL.parse(address.replaceAll("&amp;", "&"), url)
  return script !== null && AdBlock.builtIn.isUnwanted(script.hostname)
}

/**
 * Returns whether a browser could show content that the HTML lacks. Returns true in doubt. `blocksAds`: the browser
 * does not load advertising hosts.
 */
export const canAddContent = (html: string, lower: string, url: string, blocksAds: boolean): boolean => {
  if (OTHER_CODE.test(lower)) return true
  let examined = 0
  for (let tag = nextTag(lower, "script", 0); tag !== undefined;) {
    const end = lower.indexOf("</script", tag.end)
    if (end === -1 || tag.end - tag.start > MAX_SCRIPT_TAG_CHARACTERS) return true
    if (isRun(lower.slice(tag.start, tag.end))) {
      const [, double, single, bare] = ADDRESS.exec(html.slice(tag.start, tag.end)) ?? []
      const address = double ?? single ?? bare
      if (address !== undefined) {
        if (!blocksAds || !isAdvertising(address, url)) return true
      } else {
        examined += end - tag.end
        if (examined > MAX_EXAMINED_CHARACTERS || REACHES_PAGE.test(html.slice(tag.end, end))) return true
      }
    }
    tag = nextTag(lower, "script", end)
  }
  return false
}
