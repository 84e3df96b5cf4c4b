/**
 * Keeps the author and time of each post in a discussion.
 *
 * @since 0.1.0
 */
import * as Names from "../names/verdicts.ts"
import { isHidden } from "../survey/visible.ts"
import type { Work } from "../survey/work.ts"
import { int32Column } from "../tape/lent.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape, textOf } from "../tape/tape.ts"

const MAX_CHARACTERS_OF_SIGNATURE = 60
const MIN_CHARACTERS_OF_POST = 8
const MAX_CHARACTERS_BETWEEN_NAME_AND_TIME = 20
/** Maximum levels from a name to its post, including the name itself. */
const MAX_LEVELS_FROM_NAME_TO_POST = 12
const MAX_LEVELS_FROM_POST_TO_TIME = 3

/** Matches the date on which a member registered, which is not the date of a post. */
const joinName = /(?:^|[\s_-])(?:join(?:ed)?|registered|registration|member-?since|since)(?:$|[\s_-])/i
const joined =
  /^(?:joined|join date|member since|registered|registriert|mitglied seit|dabei seit|beigetreten|inscrit|membre depuis|registrado|miembro desde|iscritto|\u0440\u0435\u0433\u0438\u0441\u0442\u0440\u0430\u0446\u0438\u044f)/iu

export const signPosts = (work: Work, keep: Uint8Array): void => {
  const page = new Discussion(work, keep)
  const posts = page.postsOfNames()
  const own = page.ownWords(posts.keys())
  for (const [post, names] of posts) if (own.get(post)! >= MIN_CHARACTERS_OF_POST) page.sign(post, names)
}

class Discussion {
  private readonly work: Work
  private readonly keep: Uint8Array
  private readonly excluded: ReadonlySet<number>
  private readonly before: Int32Array
  private readonly concealed = new Map<number, boolean>()
  private readonly brought = new Set<number>()
  private readonly linked = new Set<number>()
  /** The elements with a time. They are collected once, because posts are nested and each would search all of them. */
  private times: ReadonlyArray<number> | undefined

  constructor(work: Work, keep: Uint8Array) {
    this.work = work
    this.keep = keep
    this.excluded = new Set(work.excluded)
    const { tape: { end, n, tag }, texts: { raw } } = work
    this.before = int32Column(n + 1)
    let title = 0
    for (let i = 0; i < n; i++) {
      if (tag[i] === Tags.H1) title = end[i]!
      this.before[i + 1] = this.before[i]! + (tag[i] === Tags.TEXT && keep[i] === 1 && i >= title ? raw[i]! : 0)
    }
  }

  postsOfNames(): ReadonlyMap<number, ReadonlyArray<number>> {
    const { tape: { end, n, tag }, texts: { raw } } = this.work
    const posts = new Map<number, Array<number>>()
    for (let i = 0; i < n; i++) {
      if (tag[i] === Tags.TEXT || raw[i] === 0 || !this.isAuthor(i)) continue
      const post = this.postOf(i)
      if (post === i) continue
      const names = posts.get(post)
      if (names !== undefined) names.push(i)
      else if (post >= 0) posts.set(post, [i])
      i = end[i]! - 1
    }
    return posts
  }

  /**
   * Returns the words of each post without those of nested posts. A part without own text is a thread, whose author
   * also wrote the first post.
   */
  ownWords(posts: Iterable<number>): ReadonlyMap<number, number> {
    const { end } = this.work.tape
    const own = new Map<number, number>()
    const open: Array<number> = []
    for (const post of [...posts].sort((a, b) => a - b)) {
      while (open.length > 0 && end[open[open.length - 1]!]! <= post) open.pop()
      const size = this.written(post, end[post]!)
      own.set(post, size)
      const outer = open[open.length - 1]
      if (outer !== undefined) own.set(outer, own.get(outer)! - size)
      open.push(post)
    }
    return own
  }

  sign(post: number, names: ReadonlyArray<number>): void {
    const { tape } = this.work
    const { end } = tape
    const following = names.map((name, k) => this.written(name, names[k + 1] ?? end[post]!))
    const inTurn = names.filter((_, k) => following[k]! > 0)
    if (inTurn.length > 1) {
      names.forEach((author, k) => {
        if (following[k]! > 0) this.bringBoth(this.nameIn(author), author, names[k + 1] ?? end[post]!)
      })
      return
    }
    const declared = names.filter((name) => attr(tape, name, "itemprop") === "author")
    const above = this.written(post, names[0]!) === 0
    const part = this.around(post)
    const author = declared[declared.length - 1] ?? (above ? inTurn[0]! : names[names.length - 1]!)
    this.bringBoth(this.nameIn(author), part, end[part]!)
  }

  private bringBoth(name: number, from: number, to: number): void {
    if (name < 0) return
    const time = this.timeIn(from, to)
    this.bring(name)
    if (time >= 0) this.bring(time)
  }

  private written(from: number, to: number): number {
    return this.before[to]! - this.before[from]!
  }

  private isAuthor(i: number): boolean {
    const { survey: { naming }, tape } = this.work
    return (naming.roles.of(i) & Names.AUTHOR) !== 0 || attr(tape, i, "itemprop") === "author" ||
      attr(tape, i, "rel") === "author"
  }

  private isTime(i: number): boolean {
    const { survey: { naming }, tape } = this.work
    return ((naming.roles.of(i) & Names.TIME) !== 0 || nameOf(tape, i) === "time" ||
      attr(tape, i, "itemprop")?.startsWith("date") === true) && !isJoinDate(tape, i)
  }

  private isConcealed(i: number): boolean {
    const known = this.concealed.get(i)
    if (known !== undefined) return known
    const found = this.excluded.has(i) || isHidden(this.work.tape, i)
    this.concealed.set(i, found)
    return found
  }

  /** Returns the post that a name signs; -1 if none exists or the name is hidden. */
  private postOf(name: number): number {
    const { end, parent, tag } = this.work.tape
    for (
      let p = name, up = 0;
      up < MAX_LEVELS_FROM_NAME_TO_POST && p >= 0 && tag[p] !== Tags.BODY;
      p = parent[p]!, up++
    ) {
      if (tag[p] === Tags.NAV || tag[p] === Tags.FORM || this.isConcealed(p)) return -1
      if (this.written(p, end[p]!) > 0) return p
    }
    return -1
  }

  private bring(i: number): void {
    const { brought, keep, linked } = this
    const { tape: { end, parent, tag }, texts: { raw } } = this.work
    if (brought.has(i)) return
    brought.add(i)
    for (let k = i; k < end[i]!; k++) {
      if (tag[k] !== Tags.TEXT || raw[k] === 0) continue
      for (let p = k; p >= 0 && keep[p] === 0; p = parent[p]!) keep[p] = 1
    }
    // Also keeps the words between name and time, such as "by" or "wrote:".
    for (let p = parent[i]!; p >= 0 && !linked.has(p); p = parent[p]!) {
      linked.add(p)
      for (let k = p + 1; k < end[p]!; k = end[k]!) {
        if (tag[k] === Tags.TEXT && raw[k]! <= MAX_CHARACTERS_BETWEEN_NAME_AND_TIME) keep[k] = 1
      }
      if (Tags.is(tag[p]!, Tags.BLOCK)) break
    }
  }

  private namesAuthor(author: number, k: number): boolean {
    const { tape } = this.work
    return attr(tape, k, "itemprop") === "name" || k > author && tape.tag[k] === Tags.A && this.isAuthor(k)
  }

  private nameIn(author: number): number {
    const { tape, texts: { raw } } = this.work
    const { end, parent, tag } = tape
    let first = -1
    for (let k = author; k < end[author]!; k++) {
      if (tag[k] === Tags.TEXT ? raw[k]! < 2 || raw[k]! > MAX_CHARACTERS_OF_SIGNATURE : !this.namesAuthor(author, k)) {
        continue
      }
      if (Tags.is(tag[parent[k]!] ?? 0, Tags.INVISIBLE)) continue
      if (tag[k] !== Tags.TEXT && raw[k]! > 1 && raw[k]! <= MAX_CHARACTERS_OF_SIGNATURE && !isHidden(tape, k)) return k
      if (first < 0 && tag[k] === Tags.TEXT) first = k
    }
    return first
  }

  private around(post: number): number {
    const { end, parent, tag } = this.work.tape
    let p = post
    for (let up = 0; up < MAX_LEVELS_FROM_POST_TO_TIME; up++) {
      const next = parent[p]!
      if (next < 0 || tag[next] === Tags.BODY || tag[next] === Tags.MAIN) break
      if (this.written(next, end[next]!) !== this.written(p, end[p]!)) break
      p = next
    }
    return p
  }

  private timesOfPage(): ReadonlyArray<number> {
    const { tape: { n, tag }, texts: { raw } } = this.work
    const found: Array<number> = []
    for (let i = 0; i < n; i++) {
      if (tag[i] !== Tags.TEXT && raw[i]! > 0 && raw[i]! <= MAX_CHARACTERS_OF_SIGNATURE && this.isTime(i)) found.push(i)
    }
    return found
  }

  private timeIn(from: number, to: number): number {
    this.times ??= this.timesOfPage()
    const { end, n } = this.work.tape
    const time = this.times[firstFrom(this.times, from)] ?? n
    return time < to && this.written(time, end[time]!) === 0 ? time : -1
  }
}

const isJoinDate = (tape: Tape, i: number): boolean =>
  joinName.test(attr(tape, i, "class") ?? "") || joined.test(textOf(tape, i, MAX_CHARACTERS_OF_SIGNATURE).trimStart())

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
