/**
 * Who wrote the posts of a discussion, and when: of all that stands around a post, the one thing its reader needs.
 *
 * @since 0.1.0
 */
import * as Names from "../names/verdicts.ts"
import { isHidden } from "../survey/visible.ts"
import type { Work } from "../survey/work.ts"
import { int32Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, textOf } from "../tape/tape.ts"

/** Characters of a name, and of a time. */
const longest = 60
/** Characters from which a part has something to say of its own. */
const fewest = 8
/** Characters of the words between a name and a time. */
const joint = 20
/** How far above a name its post may begin. */
const farthest = 12

/** Since when somebody is a member, which dates no post. */
const joinName = /(?:^|[\s_-])(?:join(?:ed)?|registered|registration|member-?since|since)(?:$|[\s_-])/i
const joined =
  /^(?:joined|join date|member since|registered|registriert|mitglied seit|dabei seit|beigetreten|inscrit|membre depuis|registrado|miembro desde|iscritto|\u0440\u0435\u0433\u0438\u0441\u0442\u0440\u0430\u0446\u0438\u044f)/iu

/** Keeps the name and the time of every post whose words are kept. */
export const signPosts = (work: Work, keep: Uint8Array): void => {
  const { excluded, survey: { naming }, tape, texts: { raw } } = work
  const { end, n, parent, tag } = tape
  const out = new Set(excluded)
  const before = int32Column(n + 1)
  let title = 0
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.H1) title = end[i]!
    before[i + 1] = before[i]! + (tag[i] === Tags.TEXT && keep[i] === 1 && i >= title ? raw[i]! : 0)
  }
  const written = (from: number, to: number): number => before[to]! - before[from]!

  const isAuthor = (i: number): boolean =>
    (naming.roles.of(i) & Names.AUTHOR) !== 0 || attr(tape, i, "itemprop") === "author" ||
    attr(tape, i, "rel") === "author"

  const isTime = (i: number): boolean =>
    ((naming.roles.of(i) & Names.TIME) !== 0 || nameOf(tape, i) === "time" ||
      attr(tape, i, "itemprop")?.startsWith("date") === true) && !isJoinDate(i)

  const isJoinDate = (i: number): boolean =>
    joinName.test(attr(tape, i, "class") ?? "") || joined.test(textOf(tape, i, longest).trimStart())

  // Many names may stand in the same part.
  const hidden = new Map<number, boolean>()
  const isConcealed = (i: number): boolean => {
    const known = hidden.get(i)
    if (known !== undefined) return known
    const found = out.has(i) || isHidden(tape, i)
    hidden.set(i, found)
    return found
  }

  /** The smallest part around a name that holds words of a post; -1 when there is none, or nobody sees the name. */
  const postOf = (name: number): number => {
    for (let p = name, up = 0; up < farthest && p >= 0 && tag[p] !== Tags.BODY; p = parent[p]!, up++) {
      if (tag[p] === Tags.NAV || tag[p] === Tags.FORM || isConcealed(p)) return -1
      if (written(p, end[p]!) > 0) return p
    }
    return -1
  }

  const brought = new Set<number>()
  const linked = new Set<number>()

  /** Keeps the words of an element that are no longer than a name, and what is around them. */
  const bring = (i: number): void => {
    if (brought.has(i)) return
    brought.add(i)
    for (let k = i; k < end[i]!; k++) {
      if (tag[k] !== Tags.TEXT || raw[k] === 0) continue
      for (let p = k; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
    }
    // The words between them: "by", "wrote:".
    for (let p = parent[i]!; p >= 0 && !linked.has(p); p = parent[p]!) {
      linked.add(p)
      for (let k = p + 1; k < end[p]!; k = end[k]!) if (tag[k] === Tags.TEXT && raw[k]! <= joint) keep[k] = 1
      if (Tags.is(tag[p]!, Tags.BLOCK)) break
    }
  }

  const namesAuthor = (author: number, k: number): boolean =>
    attr(tape, k, "itemprop") === "name" || k > author && tag[k] === Tags.A && isAuthor(k)

  /** The element that is nothing but the name of an author; -1 when none is. */
  const nameIn = (author: number): number => {
    let first = -1
    for (let k = author; k < end[author]!; k++) {
      if (tag[k] === Tags.TEXT ? raw[k]! < 2 || raw[k]! > longest : !namesAuthor(author, k)) continue
      if (Tags.is(tag[parent[k]!] ?? 0, Tags.INVISIBLE)) continue
      if (tag[k] !== Tags.TEXT && raw[k]! > 1 && raw[k]! <= longest && !isHidden(tape, k)) return k
      if (first < 0 && tag[k] === Tags.TEXT) first = k
    }
    return first
  }

  /** The part around a post that holds no other one. */
  const around = (post: number): number => {
    let p = post
    for (let up = 0; up < 3; up++) {
      const next = parent[p]!
      if (next < 0 || tag[next] === Tags.BODY || tag[next] === Tags.MAIN) break
      if (written(next, end[next]!) !== written(p, end[p]!)) break
      p = next
    }
    return p
  }

  /** Everything that may be the time of a post: posts stand in posts, and each would look through all of them. */
  let times: ReadonlyArray<number> | undefined
  const timesOfPage = (): ReadonlyArray<number> => {
    const found: Array<number> = []
    for (let i = 0; i < n; i++) {
      if (tag[i] !== Tags.TEXT && raw[i]! > 0 && raw[i]! <= longest && isTime(i)) found.push(i)
    }
    return found
  }

  const timeIn = (from: number, to: number): number => {
    times ??= timesOfPage()
    const time = times[firstFrom(times, from)] ?? n
    return time < to && written(time, end[time]!) === 0 ? time : -1
  }

  const posts = new Map<number, Array<number>>()
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT || raw[i] === 0 || !isAuthor(i)) continue
    const post = postOf(i)
    // Where the name is kept, the page signs the post in its own words, or somebody is mentioned.
    if (post === i) continue
    const names = posts.get(post)
    if (names !== undefined) names.push(i)
    else if (post >= 0) posts.set(post, [i])
    i = end[i]! - 1
  }
  // What a part says besides the posts in it; a part that says nothing is a thread, whose author signs the first post too.
  const own = new Map<number, number>()
  const open: Array<number> = []
  for (const post of [...posts.keys()].sort((a, b) => a - b)) {
    while (open.length > 0 && end[open[open.length - 1]!]! <= post) open.pop()
    const size = written(post, end[post]!)
    own.set(post, size)
    const outer = open[open.length - 1]
    if (outer !== undefined) own.set(outer, own.get(outer)! - size)
    open.push(post)
  }
  for (const [post, names] of posts) {
    if (own.get(post)! < fewest) continue
    const following = names.map((name, k) => written(name, names[k + 1] ?? end[post]!))
    const inTurn = names.filter((_, k) => following[k]! > 0)
    const declared = names.filter((name) => attr(tape, name, "itemprop") === "author")
    const above = written(post, names[0]!) === 0
    const each = inTurn.length > 1
    const part = around(post)
    const authors = each ? names : [declared[declared.length - 1] ?? (above ? inTurn[0]! : names[names.length - 1]!)]
    authors.forEach((author, k) => {
      const name = each && following[k] === 0 ? -1 : nameIn(author)
      if (name < 0) return
      const time = each ? timeIn(author, names[k + 1] ?? end[post]!) : timeIn(part, end[part]!)
      bring(name)
      if (time >= 0) bring(time)
    })
  }
}

/** Where the first number that is not below a bound stands in an ascending list. */
const firstFrom = (list: ReadonlyArray<number>, bound: number): number => {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (list[middle]! < bound) from = middle + 1
    else to = middle
  }
  return from
}
