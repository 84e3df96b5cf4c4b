/**
 * Lists the confidence of a name for each kind of evidence. Of two overlapping findings, the more confident one is
 * kept. Findings below `BELIEVED` are dropped.
 *
 * @since 0.2.0
 */

export const BELIEVED = 0.6
export const RECALLED = 0.5

export const SURE = {
  /** A name after an unambiguous title, or with a patronymic. */
  titled: 0.9,
  listed: 0.85,
  /** A name that is also an ordinary word, after a title. Also a name after a label in Chinese, Japanese or Korean. */
  weaklyTitled: 0.8,
  labelled: 0.75,
  /** A listed given name with a word that is on no list. */
  given: 0.72,
  announced: 0.7,
  /** A single given name after a cue, or a given name that is also a word, with a family name. */
  cuedGiven: 0.66,
  /** A name after words of introduction, or a name in Han or kana with a space or an honorific. */
  introduced: 0.65,
  known: 0.64,
  family: 0.63,
  /** A name that only its position identifies: in a list, after a verb, in lower case, or as a repetition. */
  placed: 0.62,
  barely: 0.61,
  lone: 0.55
}
/** For a name in code, and for an unknown name in capitals. */
export const DOUBT = 0.3
