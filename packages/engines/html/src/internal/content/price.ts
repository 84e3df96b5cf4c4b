/**
 * Keeps the price of a product page. It is often among buttons and pictures, which are not content.
 *
 * @since 0.1.0
 */
import { isHidden } from "../survey/visible.ts"
import { Drop, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr } from "../tape/tape.ts"

const inData = /"price"\s*:\s*"?(\d{1,9}(?:\.\d{1,4})?)"?\s*[,}]/
const isOffer = /"Product(?:Group)?"/
const named = /^(?:product|og):price:amount$/
const money = /[$\u20ac\u00a3\u00a5\u20b9\u20a9\u20ba\u20bd]|\b(?:[A-Z]{3}|kr|z\u0142|lei|K\u010d|Ft)\b|,-/
const severalNumbers = /\d\D*[^\d\s.,'\u00a0]\D*\d/
const MAX_CHARACTERS_OF_PRICE = 24
const READ_OF_TEXT = 200
const MAX_NODES_OF_PRICE = 16
/** Maximum number of nodes between the headline and the price. */
const MAX_NODES_TO_PRICE = 3000

const declared = ({ survey: { declarations }, tape }: Work): number | undefined => {
  for (const i of declarations) {
    if (tape.tag[i] === Tags.META) {
      if (named.test(attr(tape, i, "property") ?? "")) {
        return Number.parseFloat(attr(tape, i, "content") ?? "") || undefined
      }
    } else if (
      tape.tag[i] === Tags.SCRIPT && i + 1 < tape.n && tape.parent[i + 1] === i &&
      attr(tape, i, "type") === "application/ld+json" && isOffer.test(tape.text[i + 1]!)
    ) {
      const found = inData.exec(tape.text[i + 1]!)
      if (found !== null) return Number(found[1])
    }
  }
  return undefined
}

const amountOf = (text: string): number => {
  const digits = /\d[\d.,' \u00a0]*/.exec(text)?.[0].replace(/[' \u00a0]/g, "").replace(/[.,]+$/, "") ?? ""
  const cents = /[.,](\d{1,2})$/.exec(digits)
  const whole = (cents === null ? digits : digits.slice(0, cents.index)).replace(/[.,]/g, "")
  return Number(`${whole}.${cents?.[1] ?? "0"}`)
}

/**
 * The price is kept at its first visible position after the headline. A page without a known headline uses its first
 * main heading.
 */
export const keepPrice = (work: Work, title: number, keep: Uint8Array): boolean => {
  const price = declared(work)
  if (price === undefined) return false
  const head = title >= 0 ? title : work.tape.tag.indexOf(Tags.H1)
  if (head < 0 || head >= work.tape.n) return false
  const { drop, excluded, tape, texts: { raw } } = work
  const { end, n, parent, tag, text } = tape
  const isPrice = (i: number): boolean => {
    if (raw[i] === 0 || raw[i]! > MAX_CHARACTERS_OF_PRICE || end[i]! > i + MAX_NODES_OF_PRICE) return false
    let shown = ""
    for (let k = i; k < end[i]!; k++) {
      if (tag[k] === Tags.TEXT) shown += text[k]!.slice(0, READ_OF_TEXT)
    }
    shown = shown.replace(/\s+/g, " ")
    return money.test(shown) && amountOf(shown) === price && !severalNumbers.test(shown)
  }
  const stop = Math.min(n, head + MAX_NODES_TO_PRICE)
  let found = -1
  for (let i = end[head]!; i < stop; i++) {
    if (Tags.is(tag[i]!, Tags.INVISIBLE)) {
      i = end[i]! - 1
      continue
    }
    if (!isPrice(i)) continue
    if (keep[i] === 1) return false
    if (found < 0) found = i
    i = end[i]! - 1
  }
  if (found < 0) return false
  for (let p = found; p >= 0; p = parent[p]!) {
    if (drop[p] === Drop.Hidden || excluded.includes(p) || tag[p] === Tags.BUTTON || isHidden(tape, p)) return false
  }
  for (let k = found; k < end[found]!; k++) {
    if (tag[k] === Tags.TEXT) { for (let p = k; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1 }
  }
  return true
}
