/** Expands the typed words with completions, similar words, parts and compounds. */
import type { Amount } from "./amounts.ts"
import { type Concept, inLanguages, shortHash } from "./concepts.ts"
import type { Kind } from "./ids.ts"
import type * as Pairs from "./pairs.ts"
import type { Condition, Plan } from "./plan.ts"
import type * as Rank from "./rank.ts"
import * as Score from "./score.ts"
import type { Searched } from "./searched.ts"
import type { Lookup, Near, Spelling, Words } from "./spelling.ts"
import { functionWords } from "./stopWords.ts"
import * as Titles from "./titles.ts"
import * as Typed from "./typed.ts"

/** Weight of a title, relative to a word that occurs on no other page. */
const TITLE_WEIGHT = 1
/** Weight of a correction, in addition to its similarity, because a correction is uncertain. */
const CORRECTED_WEIGHT = 0.8
/** Weight of similar words and completions of a known word, which count only in titles. */
const GUESSED_WEIGHT = 0.35
/** Weight of another form, lower than that of every typed word. */
const FORM_WEIGHT = 0.15
const MAX_COMPLETIONS = 200
const FEW_COMPLETIONS = 8
const MIN_PREFIX_LETTERS = 3
/** Limit for corrected words, because each correction scans the vocabulary. */
const MAX_CORRECTED_WORDS = 6

const FEW_DOCUMENTS = 4
/** Maximum share of the documents that contain a rare word. */
const RARE_SHARE = 0.004

export const rare = (documents: number): number => Math.max(FEW_DOCUMENTS, documents * RARE_SHARE)

/** Weight of a completion, higher than that of a typo: `langsm` is "LangSmith" rather than "LangDB". */
const COMPLETION = 0.88
const MIN_BEGINNING_LETTERS = 4
const MAX_LENGTHS_OF_COMPLETION = 2.5

/**
 * Returns a function that raises the similarity of completions. A prefix is completed only if the user typed a large
 * part of the word.
 */
const asCompletion = (typed: string) => (near: Near): Near =>
  typed.length >= MIN_BEGINNING_LETTERS && near.word.length <= typed.length * MAX_LENGTHS_OF_COMPLETION
    ? { ...near, likeness: Math.max(near.likeness, COMPLETION + (1 - COMPLETION) * near.likeness) }
    : near

const MAX_COMPOUNDS_WITH_WORD = 30
const COMPOUND_WEIGHT = 0.6
/** Maximum compounds for a word that occurs only as a part of compounds. */
const MAX_REPLACING_COMPOUNDS = 3
const GLUED = 0.9
/** Similarity to a known word above which a word is not two joined words. */
const SURER_THAN_HALVES = 0.7
const MIN_COMPOUND_PART_LETTERS = 5
const compounding = new Set(["da", "de", "fi", "hu", "nl", "no", "sv"])
/** Factor by which a replacement must occur in more documents than the typed word. */
const LIKELIER = 4

export interface Expansion {
  readonly scored: ReadonlyArray<Score.Scored>
  readonly near: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly corrected: ReadonlyMap<string, string>
  readonly meant: ReadonlyMap<string, ReadonlyArray<string>>
}

export const scored = (concepts: ReadonlyArray<Concept>): ReadonlyArray<Score.Scored> =>
  concepts.flatMap(({ groups }) => groups.map(({ terms, weight }) => ({ terms, weight })))

/** Returns the terms for ranking. Their blocks must be loaded. */
export const ranking = (
  index: Searched,
  kind: Kind,
  concepts: ReadonlyArray<Concept>,
  { meant }: Pick<Expansion, "meant">
): ReadonlyArray<Pairs.Term> => {
  const documents = index.segments(kind).count
  return concepts.flatMap(({ folded, groups: [group] }) => {
    if (group === undefined) return []
    const terms = [...group.terms, ...meant.get(folded) ?? []]
    const frequency = terms.reduce((sum, term) => sum + index.frequency(kind, term), 0)
    return [{ terms, weight: frequency === 0 ? 0 : group.weight * Score.inverse(documents, frequency) }]
  })
}

/**
 * Returns the words as typed. The blocks of the terms must be loaded. A word that may be incomplete or misspelt has
 * no typed form.
 */
export const typedForms = (
  index: Searched,
  kind: Kind,
  concepts: ReadonlyArray<Concept>,
  { near }: Pick<Expansion, "near">
): Typed.Forms => {
  const documents = index.segments(kind).count
  // An amount counts the same in every spelling.
  const named = concepts.filter(({ folded, isPlain, isRepeated, isUnit, typed }) =>
    (isPlain || isRepeated === true) && isUnit !== true && !near.has(folded) && /\p{L}/u.test(typed)
  )
  const share = Typed.shareOf(concepts.filter(({ isRepeated }) => isRepeated !== true).length)
  if (share === 0) return Typed.none
  return new Typed.Forms(
    named.map(({ groups: [group], isRepeated, typed }) => {
      const frequency = (group?.terms ?? []).reduce((sum, term) => sum + index.frequency(kind, term), 0)
      // The symbol of a unit weighs less than a word.
      const weight = isRepeated === true ? 1 : group?.weight ?? 0
      return Typed.word(typed, frequency === 0 ? 0 : share * weight * Score.inverse(documents, frequency))
    }).filter(({ worth }) => worth > 0)
  )
}

export const identifiers = (
  index: Searched,
  kind: Kind,
  concepts: ReadonlyArray<Concept>
): ReadonlyArray<Rank.Literal> =>
  concepts.filter(({ groups, isPlain }) => !isPlain && groups.some(({ weight }) => weight > 1)).map(
    ({ groups, typed }) => {
      const frequency = (groups[0]?.terms ?? []).reduce((sum, term) => sum + index.frequency(kind, term), 0)
      return { isIn: (text) => text.includes(typed), weight: Score.inverse(index.segments(kind).count, frequency) }
    }
  )

export const amounts = async (
  index: Searched,
  kind: Kind,
  all: ReadonlyArray<Amount>
): Promise<ReadonlyArray<Rank.Literal>> => {
  if (all.length === 0) return []
  await index.fetch(kind, all.flatMap(({ terms }) => terms.flat()))
  return all.map(({ isIn, terms }) => {
    const known = terms.map((each) => each.reduce((sum, term) => sum + index.frequency(kind, term), 0))
      .filter((frequency) => frequency > 0)
    return { isIn, weight: known.length === 0 ? 0 : Score.inverse(index.segments(kind).count, Math.min(...known)) }
  })
}

const prefixesOf = (condition: Condition): ReadonlyArray<string> => {
  switch (condition.tag) {
    case "prefix":
      return [condition.prefix]
    case "and":
    case "or":
      return condition.items.flatMap(prefixesOf)
    case "not":
      return prefixesOf(condition.item)
    default:
      return []
  }
}

export class Expander {
  private readonly index: Searched
  private readonly kind: Kind
  private readonly languages: ReadonlyArray<string>
  private readonly spellings: Words
  private readonly prefixes = new Map<string, ReadonlyArray<string>>()

  constructor(index: Searched, kind: Kind, languages: ReadonlyArray<string>, spellings: Words) {
    this.index = index
    this.kind = kind
    this.languages = languages
    this.spellings = spellings
  }

  terms(word: string): ReadonlyArray<string> {
    return inLanguages(word, this.languages)
  }

  async prepare(plan: Plan): Promise<void> {
    const all = [
      ...[...plan.conditions, ...plan.decided].flatMap(prefixesOf),
      ...plan.concepts.flatMap(({ groups }) => groups.flatMap(({ prefix }) => prefix ?? []))
    ]
    for (const prefix of new Set(all)) {
      // In scripts without spaces, a prefix matches character pairs. Other prefixes are looked up in the vocabulary.
      const words =
        /^[\p{Script=Latin}\p{N}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(prefix) && !shortHash.test(prefix)
          ? [
            prefix,
            ...(await this.look({ beginning: [prefix] })).beginning(prefix, false, MAX_COMPLETIONS).map(({ word }) =>
              word
            )
          ]
            .flatMap((word) => this.terms(word))
          : await this.index.beginning(this.kind, prefix, MAX_COMPLETIONS)
      this.prefixes.set(prefix, [...new Set(words)])
    }
  }

  async wordsOfTitles(beginning: string, most: number): Promise<ReadonlyArray<string>> {
    const spelling = await this.look({ beginningTitles: [beginning] })
    return [beginning, ...spelling.beginning(beginning, true, most).map(({ word }) => word)]
      .flatMap((word) => this.terms(word))
  }

  prefix(prefix: string): ReadonlyArray<string> {
    return this.prefixes.get(prefix) ?? []
  }

  private frequency(terms: ReadonlyArray<string>): number {
    return terms.reduce((sum, term) => sum + this.index.frequency(this.kind, term), 0)
  }

  /** Expands the words of a query. An unknown word is replaced by its likely corrections. */
  async first({ concepts, titleConcepts }: Pick<Plan, "concepts" | "titleConcepts">): Promise<Expansion> {
    const all = concepts.flatMap(({ groups }) =>
      groups.flatMap(({ prefix, terms }) => [...terms, ...this.prefix(prefix ?? "")])
    )
    const title = Titles.whole(Titles.textOf(titleConcepts))
    const out: Array<Score.Scored> = []
    if (title !== undefined) out.push({ terms: [title], weight: TITLE_WEIGHT, isTitleOnly: true })
    await this.index.fetch(this.kind, title === undefined ? all : [...all, title])
    const near = new Map<string, Map<string, number>>()
    const corrected = new Map<string, string>()
    const meant = new Map<string, ReadonlyArray<string>>()
    let guesses = 0
    for (const [at, concept] of concepts.entries()) {
      const groups = concept.groups.map((group) =>
        group.prefix === undefined ? group : { ...group, terms: this.prefix(group.prefix) }
      )
      const known = groups.map(({ terms }) => this.frequency(terms) > 0)
      if (concept.isPlain && concept.isUnit !== true && known[0] !== true) {
        if (++guesses > MAX_CORRECTED_WORDS) continue
        await this.guess(concept, at === concepts.length - 1, concepts[at + 1], { out, near, corrected, meant })
      } else if (
        concept.isPlain && concept.folded.length >= MIN_COMPOUND_PART_LETTERS &&
        this.languages.some((code) => compounding.has(code))
      ) {
        out.push(...await this.inCompounds(concept))
      }
      // If an identifier is unknown, its words count like normal words.
      const isIdentifier = !concept.isPlain && groups.some(({ weight }) => weight > 1)
      const lost = isIdentifier && !known.some((isKnown, index) => isKnown && groups[index]!.weight >= 1)
      // The parts of a camel-case word are searched only if the whole word is unknown.
      const used = concept.isPlain && known[0] === true ? groups.slice(0, 1) : groups
      out.push(...used.map(({ terms, weight }) => ({ terms, weight: lost ? 1 : weight })))
    }
    return { scored: out, near, corrected, meant }
  }

  private async inCompounds({ folded }: Concept): Promise<ReadonlyArray<Score.Scored>> {
    const found = (await this.look({ compounds: [folded] })).compounds(folded, MAX_COMPOUNDS_WITH_WORD)
    if (found.length === 0) return []
    const terms = [...new Set(found.flatMap(({ word }) => this.terms(word)))]
    await this.index.fetch(this.kind, terms)
    return [{ terms, weight: COMPOUND_WEIGHT }]
  }

  private async guess(
    concept: Concept,
    isLast: boolean,
    next: Concept | undefined,
    into: {
      readonly out: Array<Score.Scored>
      readonly near: Map<string, Map<string, number>>
      readonly corrected: Map<string, string>
      readonly meant: Map<string, ReadonlyArray<string>>
    }
  ): Promise<void> {
    const { folded } = concept
    if (/\d/.test(folded) || folded.length < MIN_PREFIX_LETTERS || functionWords.has(folded)) return
    const glued = next === undefined ? "" : folded + next.folded
    const own = [folded]
    const spelling = await this.look({
      exact: [glued],
      near: own,
      beginning: isLast ? own : [],
      compounds: own,
      split: own
    })
    const guesses = [
      ...spelling.near(folded, false),
      ...(isLast ? spelling.beginning(folded, false, FEW_COMPLETIONS).map(asCompletion(folded)) : []),
      ...spelling.compounds(folded, MAX_REPLACING_COMPOUNDS)
    ].toSorted((left, right) => right.likeness - left.likeness)
    const likeness = new Map<string, number>()
    // Rare words score higher, so the rarity of a correction is limited to that of the likeliest one.
    const leastDocuments = guesses[0]?.documents
    for (const guess of guesses) {
      if (likeness.has(guess.word)) continue
      likeness.set(guess.word, guess.likeness)
      into.out.push({ terms: this.terms(guess.word), weight: CORRECTED_WEIGHT * guess.likeness, leastDocuments })
    }
    const halves = spelling.split(folded)
    if (halves !== undefined) {
      for (const half of halves) into.out.push({ terms: this.terms(half), weight: CORRECTED_WEIGHT / 2 })
    }
    if (glued !== "" && spelling.count(glued) > 0) {
      into.out.push({ terms: this.terms(glued), weight: 1 })
      likeness.set(glued, GLUED)
    }
    await this.index.fetch(this.kind, into.out.flatMap(({ terms }) => terms))
    into.near.set(folded, likeness)
    const [best] = guesses
    const words = best === undefined ? halves ?? [] : [best.word]
    into.meant.set(folded, words.flatMap((word) => this.terms(word)))
    if (best !== undefined && (halves === undefined || best.likeness > SURER_THAN_HALVES)) {
      into.corrected.set(folded, best.word)
    } else if (halves !== undefined) into.corrected.set(folded, halves.join(" "))
  }

  async second(concepts: ReadonlyArray<Concept>, first: Expansion): Promise<Expansion | undefined> {
    const extra: Array<Score.Scored> = []
    const near = new Map<string, ReadonlyMap<string, number>>(first.near)
    const corrected = new Map(first.corrected)
    const replaceable = concepts.filter(({ folded, isPlain, isUnit }) =>
      isPlain && isUnit !== true && !/\d/.test(folded) && !near.has(folded) && !functionWords.has(folded)
    )
    const gluedOf = (concept: Concept): string => {
      const next = concepts[concepts.indexOf(concept) + 1]
      return next === undefined ? "" : concept.folded + next.folded
    }
    const counts = await this.look({ exact: replaceable.flatMap((concept) => [concept.folded, gluedOf(concept)]) })
    const rareWords = replaceable.map(({ folded }) => folded).filter((word) => this.isRare(word, counts))
    const lastWord = replaceable.find((concept) => concept === concepts.at(-1))?.folded
    const spelling = await this.look({
      exact: replaceable.flatMap((concept) => [concept.folded, gluedOf(concept)]),
      nearTitles: rareWords,
      beginningTitles: lastWord === undefined ? [] : [lastWord]
    })
    for (const concept of replaceable) {
      // The query may contain a word more than once.
      if (near.has(concept.folded)) continue
      const guesses = this.inTitles(concept.folded, concept === concepts.at(-1), spelling)
      const glued = gluedOf(concept)
      const all = new Map(guesses.map(({ likeness, word }) => [word, likeness]))
      if (glued !== "" && spelling.count(glued) > 0) all.set(glued, GLUED)
      if (all.size === 0) continue
      near.set(concept.folded, all)
      for (const [word, likeness] of all) {
        extra.push({ terms: this.terms(word), weight: GUESSED_WEIGHT * likeness, isTitleOnly: true })
      }
      const [best] = guesses
      if (best !== undefined && best.documents > LIKELIER * spelling.count(concept.folded)) {
        corrected.set(concept.folded, best.word)
      }
    }
    return extra.length === 0 ? undefined : { scored: [...first.scored, ...extra], near, corrected, meant: first.meant }
  }

  /** Expands a query to other forms of its words; `undefined` if no typed word has any. */
  async forms(concepts: ReadonlyArray<Concept>, first: Expansion): Promise<Expansion | undefined> {
    const isForm = ({ folded, isPlain }: Concept) => isPlain && !/\d/.test(folded)
    const spelling = await this.look({ family: concepts.filter(isForm).map(({ folded }) => folded) })
    const extra = concepts.filter(isForm).flatMap(({ folded, groups }) => {
      const own = new Set(groups.flatMap(({ terms }) => terms))
      return spelling.family(folded).flatMap(({ likeness, word }) => {
        const terms = this.terms(word).filter((term) => !own.has(term))
        return terms.length === 0 ? [] : [{ terms, weight: FORM_WEIGHT * likeness }]
      })
    })
    return extra.length === 0 ? undefined : { ...first, scored: [...first.scored, ...extra] }
  }

  private look(lookup: Lookup): Promise<Spelling> {
    return this.spellings.of(this.kind, lookup)
  }

  private isRare(word: string, spelling: Spelling): boolean {
    return spelling.count(word) <= rare(this.index.segments(this.kind).count)
  }

  private inTitles(word: string, isLast: boolean, spelling: Spelling): ReadonlyArray<Near> {
    const out = [
      ...(this.isRare(word, spelling) ? spelling.near(word, true) : []),
      ...(isLast && word.length >= MIN_PREFIX_LETTERS ? spelling.beginning(word, true, FEW_COMPLETIONS) : [])
    ]
    return out.toSorted((left, right) => right.likeness - left.likeness)
  }

  shownTerms(concepts: ReadonlyArray<Concept>, corrected: ReadonlyMap<string, string>): ReadonlySet<string> {
    return new Set([
      ...concepts.flatMap(({ groups }) =>
        groups.flatMap(({ prefix, terms }) => [...terms, ...this.prefix(prefix ?? "")])
      ),
      ...[...corrected.values()].flatMap((text) => text.split(" ")).flatMap((word) => this.terms(word))
    ])
  }
}
