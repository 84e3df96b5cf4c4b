/**
 * Confidence of a name, by its evidence. Of two overlapping findings the more confident one stays. Findings below
 * `BELIEVED` are dropped.
 *
 * @since 0.2.0
 */

/** Minimum score of a name, and the lower minimum with `recall`. */
export const BELIEVED = 0.6
export const RECALLED = 0.5

export const SURE = {
  /** An unambiguous title; a patronymic. */
  titled: 0.9,
  /** A given name and a family name, both from the lists. */
  listed: 0.85,
  /** A name after a title that is also an ordinary word, or after a label in Chinese, Japanese or Korean. */
  weaklyTitled: 0.8,
  /** A label, an introduction, the rules of a script. */
  labelled: 0.75,
  /** A given name from the list and a word that is in no list. */
  given: 0.72,
  /** A cue for a name; a shape that is almost always a name. */
  announced: 0.7,
  /** A single given name after its cue; a given name that is also a word, with a family name. */
  cuedGiven: 0.66,
  /** A name after words that introduce somebody, or a name in Han or kana with a space or an honorific. */
  introduced: 0.65,
  /** A person identified by a single name; a verb of speech after a name. */
  known: 0.64,
  /** A family name after an unlisted word. */
  family: 0.63,
  /** A name identified only by its position: in a list, after a verb, in lower case, or as a repetition. */
  placed: 0.62,
  /** A name identified only by its position, with less evidence. */
  barely: 0.61,
  /** A given name alone, only with the option `recall`. */
  lone: 0.55
}
/** Deduction from the confidence of a name in code, and of an unknown name in capitals. */
export const DOUBT = 0.3
