/**
 * Moves groups of changed lines to positions that readers expect. A group can slide while the diff stays correct. As
 * in `git diff`, adjacent groups are merged, and a deletion moves next to an insertion if possible. Otherwise blank
 * lines and indentation decide (the indent heuristic, after the measurements of Haggerty's diff-slider-tools).
 */
export const compact = (lines: Side, others: Side): void => {
  const group = makeGroups(lines)
  const other = makeGroups(others)
  const slides = { left: MAX_SLIDES }
  for (;;) {
    if (group.end !== group.start) place(lines, group, other, slides)
    if (slides.left < 0) return
    if (!group.next()) return
    other.next()
  }
}

/** Limits the slides of groups. Only adversarial texts reach it. */
const MAX_SLIDES = 2_000_000

export interface Side {
  readonly text: ReadonlyArray<string>
  /** Number of each line. Equal lines have equal numbers. */
  readonly ids: Int32Array
  readonly isChanged: Uint8Array
}

interface Groups {
  start: number
  end: number
  /** Moves to the next group, which may be empty. Returns false after the last line. */
  readonly next: () => boolean
  readonly previous: () => void
}

// Between two unchanged lines there is a group, which may be empty. Both sides have the same number of groups.
const makeGroups = ({ isChanged }: Side): Groups => {
  const groups: Groups = {
    start: 0,
    end: 0,
    next: () => {
      if (groups.end === isChanged.length) return false
      groups.start = groups.end + 1
      groups.end = groups.start
      while (isChanged[groups.end] === 1) groups.end++
      return true
    },
    previous: () => {
      groups.end = groups.start - 1
      groups.start = groups.end
      while (isChanged[groups.start - 1] === 1) groups.start--
    }
  }
  while (isChanged[groups.end] === 1) groups.end++
  return groups
}

const place = (side: Side, group: Groups, other: Groups, slides: { left: number }): void => {
  let size: number
  let earliest: number
  let beside: number
  do {
    size = group.end - group.start
    beside = -1
    while (slideUp(side, group)) {
      other.previous()
      slides.left--
    }
    earliest = group.end
    if (other.end > other.start) beside = group.end
    while (slideDown(side, group)) {
      slides.left--
      other.next()
      if (other.end > other.start) beside = group.end
    }
  } while (size !== group.end - group.start)
  if (group.end === earliest) return
  const end = beside >= 0 ? beside : readable(side, earliest, group.end, size)
  while (group.end > end && slideUp(side, group)) other.previous()
}

const slideUp = ({ ids, isChanged }: Side, group: Groups): boolean => {
  if (group.start === 0 || ids[group.start - 1] !== ids[group.end - 1]) return false
  isChanged[--group.start] = 1
  isChanged[--group.end] = 0
  while (isChanged[group.start - 1] === 1) group.start--
  return true
}

const slideDown = ({ ids, isChanged }: Side, group: Groups): boolean => {
  if (group.end === ids.length || ids[group.start] !== ids[group.end]) return false
  isChanged[group.start++] = 0
  isChanged[group.end++] = 1
  while (isChanged[group.end] === 1) group.end++
  return true
}

const START_OF_FILE_PENALTY = 1
const END_OF_FILE_PENALTY = 21
const TOTAL_BLANK_WEIGHT = -30
const POST_BLANK_WEIGHT = 6
const RELATIVE_INDENT_PENALTY = -4
const RELATIVE_INDENT_WITH_BLANK_PENALTY = 10
const RELATIVE_OUTDENT_PENALTY = 24
const RELATIVE_DEDENT_PENALTY = 23
const RELATIVE_DEDENT_WITH_BLANK_PENALTY = 17
const INDENT_WEIGHT = 60

const COLUMNS_PER_TAB = 8
const MAX_INDENTATION_COLUMNS = 200

const MAX_SLIDING = 100

const readable = ({ text }: Side, earliest: number, latest: number, size: number): number => {
  let best = -1
  let bestIndent = 0
  let bestPenalty = 0
  for (let end = Math.max(earliest, latest - size - 1, latest - MAX_SLIDING); end <= latest; end++) {
    const below = measure(text, end)
    const above = measure(text, end - size)
    const indent = below.indent + above.indent
    const penalty = below.penalty + above.penalty
    const difference = INDENT_WEIGHT * (Math.sign(indent - bestIndent)) + penalty - bestPenalty
    if (best < 0 || difference <= 0) {
      best = end
      bestIndent = indent
      bestPenalty = penalty
    }
  }
  return best
}

const MAX_BLANK = 20

const measure = (text: ReadonlyArray<string>, cut: number): { readonly indent: number; readonly penalty: number } => {
  const own = cut < text.length ? indentOf(text[cut]!) : -1
  const before = look(text, cut - 1, -1)
  const after = look(text, cut + 1, 1)
  const blankAfter = own < 0 ? 1 + after.blank : 0
  const blank = before.blank + blankAfter
  const indent = own < 0 ? after.indent : own
  let penalty = TOTAL_BLANK_WEIGHT * blank + POST_BLANK_WEIGHT * blankAfter
  if (before.indent < 0 && before.blank === 0) penalty += START_OF_FILE_PENALTY
  if (cut >= text.length) penalty += END_OF_FILE_PENALTY
  if (indent >= 0 && before.indent >= 0) {
    if (indent > before.indent) penalty += blank > 0 ? RELATIVE_INDENT_WITH_BLANK_PENALTY : RELATIVE_INDENT_PENALTY
    else if (indent < before.indent) {
      penalty += blank > 0
        ? RELATIVE_DEDENT_WITH_BLANK_PENALTY
        : after.indent > indent
        ? RELATIVE_OUTDENT_PENALTY
        : RELATIVE_DEDENT_PENALTY
    }
  }
  return { indent, penalty }
}

const look = (text: ReadonlyArray<string>, from: number, step: 1 | -1) => {
  let blank = 0
  for (let index = from; index >= 0 && index < text.length; index += step) {
    const indent = indentOf(text[index]!)
    if (indent >= 0) return { blank, indent }
    if (++blank === MAX_BLANK) return { blank, indent: 0 }
  }
  return { blank, indent: -1 }
}

const indentOf = (line: string): number => {
  let columns = 0
  for (let index = 0; index < line.length; index++) {
    const character = line[index]
    if (character === " ") columns++
    else if (character === "\t") columns += COLUMNS_PER_TAB - columns % COLUMNS_PER_TAB
    else if (character !== "\n" && character !== "\r" && character !== "\f" && character !== "\v") return columns
    if (columns >= MAX_INDENTATION_COLUMNS) return MAX_INDENTATION_COLUMNS
  }
  return -1
}
