/**
 * Reads the stock state from the buy button, for shop pages that declare no stock.
 *
 * @since 0.1.0
 */
import { isHidden } from "../survey/visible.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

const buy =
  /^(?:add (?:item )?to (?:your |my )?(?:shopping )?(?:cart|basket|bag|trolley)|(?:buy|order|shop|get)(?: it)? now|pre-?order(?: now)?|in den (?:waren|einkaufs)korb|jetzt (?:kaufen|bestellen)|ajouter (?:au|\u00e0 mon) panier|acheter(?: maintenant)?|(?:a\u00f1adir|agregar) (?:al carrito|a la cesta)|comprar(?: ahora| agora)?|adicionar ao carrinho|aggiungi al carrello|acquista(?: ora)?|in (?:mijn )?winkelwagen|l\u00e4gg i (?:varukorg|kundvagn)(?:en)?|l\u00e6g i kurv(?:en)?|legg i handlekurv|dodaj do koszyka|do ko\u0161\u00edku|\u0432 \u043a\u043e\u0440\u0437\u0438\u043d\u0443|sepete ekle|\u52a0\u5165\u8d2d\u7269\u8f66|\u52a0\u5165\u8cfc\u7269\u8eca|\u30ab\u30fc\u30c8\u306b\u5165\u308c\u308b|\uc7a5\ubc14\uad6c\ub2c8)(?:$|[\s\u2013\u2014|:-])/iu
const gone =
  /^(?:sold out|out of stock|(?:currently )?unavailable|notify me|ausverkauft|nicht (?:verf\u00fcgbar|vorr\u00e4tig)|\u00e9puis\u00e9|rupture de stock|agotado|sin existencias|esgotado|esaurito|uitverkocht|sluts\u00e5ld|udsolgt|utsolgt|wyprzedane|vyprod\u00e1no|\u043d\u0435\u0442 \u0432 \u043d\u0430\u043b\u0438\u0447\u0438\u0438|t\u00fckendi|\u552e\u7f44|\u54c1\u5207\u308c|\ud488\uc808)(?:$|[\s!.\u2013\u2014|:-])/iu
const MAX_CHARACTERS_OF_BUTTON = 40
const READ_OF_BUTTON = 400
const controls = new Set([Tags.BUTTON, Tags.INPUT, Tags.A])

export const stockOf = (tape: Tape): { readonly inStock: boolean; readonly text: string } | undefined => {
  const { end, n, tag } = tape
  let from = 0
  for (let i = 0; i < n && from === 0; i++) if (tag[i] === Tags.H1) from = end[i]!
  for (let i = from; i < n; i++) {
    if (!controls.has(tag[i]!)) continue
    const words = (tag[i] === Tags.INPUT ? submits(tape, i) : textOf(tape, i, READ_OF_BUTTON)).replace(/\s+/g, " ")
      .trim()
    if (words.length > MAX_CHARACTERS_OF_BUTTON) continue
    const sells = buy.test(words)
    if (!sells && !gone.test(words) || isConcealed(tape, i)) continue
    return { inStock: sells && attr(tape, i, "disabled") === undefined, text: words }
  }
  return undefined
}

const submits = (tape: Tape, i: number): string =>
  /^(?:submit|button)$/i.test(attr(tape, i, "type") ?? "") ? attr(tape, i, "value") ?? "" : ""

const isConcealed = (tape: Tape, i: number): boolean => {
  for (let p = i; p >= 0; p = tape.parent[p]!) if (isHidden(tape, p) || tape.tag[p] === Tags.NOSCRIPT) return true
  return false
}
