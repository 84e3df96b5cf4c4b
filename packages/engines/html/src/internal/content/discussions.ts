/**
 * Tells readers' comments from comments by the authors of a page: readers' comments have a name, a date, a vote or a
 * form.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"

const time = Tags.tagId("time")

const discussed =
  /(?:^|[\s_-])(?:author|avatar|commenter|date|gravatar|note-?user|posted|reply|replies|time|user|vote|votes)(?=$|[\s_-])/i

export const isDiscussed = (tape: Tape, i: number): boolean => {
  for (let k = i; k < tape.end[i]!; k++) {
    const id = tape.tag[k]!
    if (id === Tags.TEXT) continue
    if (id === time || id === Tags.TEXTAREA || id === Tags.FORM || discussed.test(attr(tape, k, "class") ?? "")) {
      return true
    }
  }
  return false
}
