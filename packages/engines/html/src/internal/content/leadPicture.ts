/**
 * Keeps the lead picture that a page declares and shows on top. It is often in a box without words, so the trees,
 * which judge text, do not find it.
 *
 * @since 0.1.0
 */
import { isHidden } from "../survey/visible.ts"
import { Drop, type Ruled, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrName, attrValue, type Tape } from "../tape/tape.ts"

const declares = /^(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?)$/
const file = /(?<![^/\\?&=%#])([^/\\?&=%#]+)\.(?:jpe?g|png|webp|gif|avif)(?![a-z])/gi
const sizes = /(?:[-_@]\d{2,4}x\d{0,4}|[-_]scaled|[-_@]\dx|[-_]\d{3,4}w?)+$/i
const address = /src|original|lazy/
const emblem = /(?:^|[^a-z])(?:logo|avatar|author|icon|gravatar)(?![a-z])/i
const MIN_LETTERS_OF_PICTURE_NAME = 6
/** Minimum characters of a file name without marks and digits that identifies a picture. */
const MIN_IDENTIFYING_CHARACTERS = 16
const MAX_CHARACTERS_OF_PICTURE_ADDRESS = 2000
const most = { declared: 8, named: 4, tried: 20 }
/**
 * Number of ancestors of a picture whose classes may mark the picture as an emblem. Those further up describe the
 * whole part.
 */
const STEPS_TO_EMBLEM = 4
const MAX_CHARACTERS_BEFORE_PICTURE = 1200
/** Maximum characters of an element around the picture, which may be a caption or credit. */
const MAX_CHARACTERS_AROUND_PICTURE = 400

export const keepLeadPicture = (
  { cards, work }: Ruled,
  url: string | undefined,
  title: number,
  keep: Uint8Array
): boolean => {
  if (cards || work.forum || work.kind.list) return false
  const names = declaredNames(work)
  if (names.length === 0) return false
  const { tape, texts: { raw } } = work
  let read = 0
  let found = -1
  let tried = 0
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.TEXT) {
      if (keep[i] === 1 && i > title) read += raw[i]!
    } else if (
      tape.tag[i] === Tags.IMG && (found < 0 && read <= MAX_CHARACTERS_BEFORE_PICTURE || keep[i] === 1) &&
      isNamed(tape, i, names)
    ) {
      if (keep[i] === 1) return false
      if (found < 0 && read <= MAX_CHARACTERS_BEFORE_PICTURE && tried++ < most.tried && isOnTop(work, i, url)) found = i
    }
  }
  for (let p = found; p >= 0 && keep[p] === 0; p = tape.parent[p]!) keep[p] = 1
  return found >= 0
}

const declaredNames = ({ survey: { declarations }, tape }: Work): ReadonlyArray<string> => {
  const names = new Set<string>()
  let declared = 0
  for (const i of declarations) {
    if (tape.tag[i] !== Tags.META || !declares.test(attr(tape, i, "property") ?? attr(tape, i, "name") ?? "")) continue
    const name = nameOf(attr(tape, i, "content") ?? "")
    if (name !== undefined) names.add(name)
    if (names.size === most.named || ++declared === most.declared) break
  }
  return [...names]
}

const nameOf = (url: string): string | undefined => {
  if (url.length > MAX_CHARACTERS_OF_PICTURE_ADDRESS) return undefined
  const files = [...url.matchAll(file)]
  const name = files[files.length - 1]?.[1]!.replace(sizes, "")
  if (
    name !== undefined && name.length >= MIN_LETTERS_OF_PICTURE_NAME &&
    (/[-_\d]/.test(name) && /\D/.test(name) || name.length > MIN_IDENTIFYING_CHARACTERS)
  ) {
    return name
  }
  return url.split(/[/?&=%#]/).filter((part) => part.length >= MIN_IDENTIFYING_CHARACTERS && /\d/.test(part))
    .sort((a, b) => b.length - a.length)[0]
}

const isNamed = (tape: Tape, i: number, names: ReadonlyArray<string>): boolean => {
  for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
    if (!address.test(attrName(tape, k))) continue
    const value = attrValue(tape, k)
    if (names.some((name) => value.includes(name))) return true
  }
  return false
}

const isOnTop = (
  { drop, excluded, tape, texts: { raw } }: Work,
  i: number,
  url: string | undefined
): boolean => {
  const { parent, tag } = tape
  for (let p = i, up = 0; p >= 0; p = parent[p]!, up++) {
    const id = tag[p]!
    const why = drop[p]
    if (
      why === Drop.Landmark || why === Drop.Hidden || why === Drop.Links || why === Drop.Headed ||
      Tags.is(id, Tags.INVISIBLE) || id === Tags.NAV || id === Tags.LI && why !== 0 && raw[p]! > 0
    ) return false
    if (
      why !== 0 && raw[p]! > MAX_CHARACTERS_AROUND_PICTURE && id !== Tags.HEADER || excluded.includes(p) ||
      isHidden(tape, p)
    ) return false
    if (up < STEPS_TO_EMBLEM && emblem.test(attr(tape, p, "class") ?? "")) return false
    if (id === Tags.A && leadsAway(attr(tape, p, "href") ?? "", url ?? "")) return false
  }
  return true
}

const leadsAway = (href: string, url: string): boolean =>
  href !== "" && !/^(?:#|javascript:)|\.(?:jpe?g|png|webp|gif|avif)/i.test(href) &&
  !(href.length > 1 && url.endsWith(href))
