/**
 * Lists the confidence of a name for each kind of evidence. Of two overlapping findings, the more confident one is
 * kept. Findings below `BELIEVED` are dropped.
 *
 * @since 0.2.0
 */

/** Minimum score of a name. */
export const BELIEVED = 0.6
/** Minimum score of a name with the option `recall`. */
export const RECALLED = 0.5

export const SURE = {
  /** An unambiguous title; a patronymic. */
  titled: 0.9,
  /** A given name and a family name that are both listed. */
  listed: 0.85,
  /** A name that is also an ordinary word, after a title. Also a name after a label in Chinese, Japanese or Korean. */
  weaklyTitled: 0.8,
  /** A name after a label or introduction, or one that the rules of its script identify. */
  labelled: 0.75,
  /** A listed given name and a word that is on no list. */
  given: 0.72,
  /** A name after a cue, or a shape that is almost always a name. */
  announced: 0.7,
  /** A single given name after a cue, or a given name that is also a word, with a family name. */
  cuedGiven: 0.66,
  /** A name after words of introduction, or a name in Han or kana with a space or an honorific. */
  introduced: 0.65,
  /** A person whom a single name identifies, or a name before a verb of speech. */
  known: 0.64,
  /** A family name after an unlisted word. */
  family: 0.63,
  /** A name that only its position identifies: in a list, after a verb, in lower case, or as a repetition. */
  placed: 0.62,
  /** A name that only its position identifies, with less evidence. */
  barely: 0.61,
  /** A single given name, which is detected only with the option `recall`. */
  lone: 0.55
}
/** Deduction from the confidence of a name in code, and from that of an unknown name in capitals. */
export const DOUBT = 0.3
