/**
 * How sure a name is, by what speaks for it. Between two findings that overlap the surer stays, and what is less sure
 * than `BELIEVED` is dropped.
 *
 * @since 0.2.0
 */

/** Score that a name must reach, and the lower score with `recall`. */
export const BELIEVED = 0.6
export const RECALLED = 0.5

export const SURE = {
  /** A title that is nothing else, a patronymic. */
  titled: 0.9,
  /** A given name and a family name from the lists. */
  listed: 0.85,
  /** A title that is also a word; a label in Chinese, Japanese or Korean. */
  weaklyTitled: 0.8,
  /** A label, an introduction, the rules of a script. */
  labelled: 0.75,
  /** A given name and a word of no list. */
  given: 0.72,
  /** A word that announces a name; a shape that is hardly anything else. */
  announced: 0.7,
  /** A given name alone behind a word that announces it; a given name that is a word and a family name. */
  cuedGiven: 0.66,
  /** Words that introduce somebody; Han and kana with a space or an honorific. */
  introduced: 0.65,
  /** A person whom one name is enough for; a verb of speech behind a name. */
  known: 0.64,
  /** A family name behind a word of no list. */
  family: 0.63,
  /** What only its place makes a name: in a list, behind a verb, in small letters, again what was found before. */
  placed: 0.62,
  /** The same where less speaks for it. */
  barely: 0.61,
  /** A lone given name, with `recall`. */
  lone: 0.55
}
/** What is taken off the sureness of a name in code, and of one in capitals that no list knows. */
export const DOUBT = 0.3
