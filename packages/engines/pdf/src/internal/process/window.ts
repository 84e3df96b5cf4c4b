/** Sends pages as they arrive: a draft of each at once, and the changes of a window when it is full. */
import * as Compose from "../compose/compose.ts"
import type { Element } from "../layout/elements.ts"
import { frame } from "../layout/frame.ts"
import { contentOf, needsOcr } from "../ocr/ocrPage.ts"
import { LETTER, POINTS } from "../page/geometry.ts"
import type { PageContent } from "../page/page.ts"
import { residentIn } from "./memory.ts"
import type { ChildPage, FromChild } from "./protocol.ts"

/**
 * Number of pages that are composed together. Their heading levels are set together, and their memory is then freed.
 */
const WINDOW_SIZE = 64

export interface Window {
  readonly add: (content: PageContent) => void
  readonly addUnread: (number: number) => void
  readonly finish: (warnings: ReadonlyArray<string>) => void
}

export const make = (options: {
  readonly id: number
  readonly total: number
  readonly outline: ReadonlyMap<string, number>
  readonly send: (message: FromChild) => void
}): Window => {
  const { id, send, total } = options
  const composer = Compose.make(options.outline)
  const facts = new Map<number, Omit<ChildPage, keyof Compose.ComposedPage>>()
  let drafts: Array<Compose.Draft> = []
  let sent: Array<Compose.ComposedPage> = []
  let previous: Element | undefined
  const toChildPage = (page: Compose.ComposedPage): ChildPage => ({ ...page, ...facts.get(page.number)! })
  const settle = () => {
    if (drafts.length === 0) return
    const composed = composer.settle(drafts, previous)
    const changed = composed.pages.filter((page, k) => !same(page, sent[k]))
    if (changed.length > 0) send({ kind: "settled", id, pages: changed.map(toChildPage) })
    previous = composed.last
    drafts = []
    sent = []
    facts.clear()
  }
  const add = (content: PageContent, unread: boolean) => {
    facts.set(content.number, {
      ...needsOcr(content),
      width: content.width,
      height: content.height,
      guessed: false,
      unread,
      unseen: [...content.unseen ?? []],
      ...(content.unreadGlyphs === undefined ? {} : { unreadGlyphs: content.unreadGlyphs }),
      ...(content.unnamedGlyphs === undefined ? {} : { unnamedGlyphs: content.unnamedGlyphs })
    })
    const draft = composer.add(frame(content))
    drafts.push(draft)
    const page = total === 1 ? composer.settle(drafts, undefined).pages[0]! : composer.draft(draft)
    sent.push(page)
    send({ kind: "page", id, page: toChildPage(page) })
    if (total === 1) drafts = []
    else if (drafts.length === WINDOW_SIZE) settle()
  }
  return {
    add: (content) => add(content, false),
    addUnread: (number) => add(contentOf({ number, words: [], picture: { ...LETTER, dpi: POINTS } }), true),
    finish: (warnings) => {
      settle()
      send({ kind: "done", id, warnings, resident: residentIn(Number(process.argv[3])) })
    }
  }
}

const same = (page: Compose.ComposedPage, other: Compose.ComposedPage | undefined): boolean =>
  other !== undefined && page.markdown === other.markdown && page.notes === other.notes &&
  page.glue === other.glue && page.cut === other.cut &&
  page.skip === other.skip && haveSameLetters(page, other)

/**
 * Returns whether the letters of a page still have the same classes. New headers and footers then do not change the
 * page.
 */
const haveSameLetters = (
  { letters = [] }: Compose.ComposedPage,
  { letters: others = [] }: Compose.ComposedPage
): boolean =>
  letters.length === others.length &&
  letters.every(([fate, count], k) => fate === others[k]![0] && count === others[k]![1])
