/** Adds data for verification to passages: the section, a link to it, and a hash. */
import * as Anchors from "@dunlin/text/Anchors"
import * as Quotation from "@dunlin/text/Quotation"
import type { Passage } from "@dunlin/transformers/Budget"
import { createHash } from "node:crypto"
import type { Citation } from "../Citation.ts"

export interface Cited {
  readonly url: string
  readonly text: string
  readonly anchors: ReadonlyArray<Anchors.Anchor>
  readonly parts?: ReadonlyArray<{ readonly at: number; readonly start: number; readonly end: number }> | undefined
  readonly isPage: boolean
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

export const citing = ({ anchors, isPage, parts, text, url }: Cited): (passage: Passage) => Citation => {
  const fragmentOf = Quotation.fragments(text)
  const inText = (place: number): number => {
    const part = parts?.find(({ end, start }) => start <= place && place < end)
    return part === undefined ? place : part.at + place - part.start
  }
  return (passage) => {
    const hash = hashOf(passage.text)
    if (!isPage) return { ...passage, link: url, hash }
    const anchor = Anchors.at(anchors, passage.start)
    if (anchor !== undefined) return { ...passage, anchor, link: Anchors.link(url, { id: anchor }), hash }
    const start = inText(passage.start)
    const fragment = fragmentOf({ start, end: start + passage.end - passage.start })
    return { ...passage, link: Anchors.link(url, { fragment }), hash }
  }
}
