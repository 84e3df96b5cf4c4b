/**
 * Reads the questions and answers that a page declares in JSON-LD or microdata. Search engines require that readers
 * can see both. So a declared answer that is hidden below its visible question is assumed to open.
 *
 * @since 0.3.0
 */
import * as Attributes from "../tape/attributes.ts"
import { jsonLd } from "../tape/json.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrValue, type Tape, textOf } from "../tape/tape.ts"

const MAX_CHARACTERS_OF_QUESTION = 1000
const MAX_CHARACTERS_OF_ANSWER = 20_000
const MAX_QUESTIONS = 500
const MAX_DEPTH_OF_QUESTION = 12

const lettersOf = (text: string): string =>
  text.replace(/<[^>]{0,1000}>/g, " ").replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, " ").toLowerCase().replace(
    /[^\p{L}\p{N}]+/gu,
    ""
  )

export class DeclaredAnswers {
  private readonly tape: Tape
  private readonly candidates: Int32Array
  private readonly byQuestion: ReadonlyMap<string, ReadonlyArray<string>>
  private readonly hasItems: boolean

  constructor(tape: Tape, asked: Int32Array) {
    this.tape = tape
    this.candidates = asked
    this.hasItems = declaresItems(tape)
    this.byQuestion = declaresQuestions(tape) ? questionsOf(jsonLd(tape)) : new Map()
  }

  have(part: number, heading: number): boolean {
    return this.byQuestion.size > 0 && this.isInJson(part, heading) || this.hasItems && this.isItem(part, heading)
  }

  private isInJson(part: number, heading: number): boolean {
    const answers = this.byQuestion.get(lettersOf(textOf(this.tape, heading, MAX_CHARACTERS_OF_QUESTION)))
    if (answers === undefined) return false
    const letters = lettersOf(textOf(this.tape, part, MAX_CHARACTERS_OF_ANSWER))
    return letters !== "" && answers.some((answer) => answer === letters)
  }

  private isItem(part: number, heading: number): boolean {
    const { parent } = this.tape
    let answer = this.isAnswer(part) ? part : this.answerIn(part)
    let question = part
    for (; question >= 0 && !this.isOfType(question, "Question"); question = parent[question]!) {
      if (answer < 0 && this.isAnswer(question)) answer = question
    }
    if (question < 0 || answer < 0 || heading < question) return false
    let page = parent[question]!
    while (page >= 0 && !this.isOfType(page, "FAQPage")) page = parent[page]!
    return page >= 0 && this.holdsName(heading)
  }

  private answerIn(i: number): number {
    for (let k = i + 1; k < this.tape.end[i]!; k++) if (this.isAnswer(k)) return k
    return -1
  }

  private isAnswer(i: number): boolean {
    return this.tape.tag[i] !== Tags.TEXT &&
      /(?:^|\s)(?:acceptedAnswer|suggestedAnswer)(?=$|\s)/.test(attr(this.tape, i, "itemprop") ?? "")
  }

  private isOfType(i: number, type: string): boolean {
    return (attr(this.tape, i, "itemtype") ?? "").split(/\s+/).some((name) => name.endsWith(`/${type}`))
  }

  private holdsName(i: number): boolean {
    const { end, tag } = this.tape
    for (let k = i; k < end[i]!; k++) {
      if (tag[k] === Tags.TEXT || this.candidates[k] !== 0) continue
      if (/(?:^|\s)(?:name|text)(?=$|\s)/.test(attr(this.tape, k, "itemprop") ?? "")) return true
    }
    return false
  }
}

/** Returns whether an attribute declares a page with questions. Other parts are not read, because sources are long. */
const declaresItems = (tape: Tape): boolean => {
  const { attrs } = tape
  for (let at = 0; at < attrs.length; at += Attributes.WIDTH) {
    if (attrs[at] === Attributes.ITEMTYPE && attrValue(tape, at / Attributes.WIDTH).includes("/FAQPage")) return true
  }
  return false
}

/**
 * Returns whether a script declares a page with questions. Only scripts with data are searched, because they are much
 * shorter than the page.
 */
const declaresQuestions = ({ n, tag, text }: Tape): boolean => {
  for (let i = 0; i + 1 < n; i++) {
    if (tag[i] === Tags.SCRIPT && tag[i + 1] === Tags.TEXT && text[i + 1]!.includes("FAQPage")) return true
  }
  return false
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const listed = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : [value]

const questionsOf = (roots: ReadonlyArray<unknown>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  let isFaq = false
  const read = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH_OF_QUESTION || !isObject(value)) return
    const types = listed(value["@type"])
    isFaq ||= types.includes("FAQPage")
    if (types.includes("Question")) addQuestion(value, found)
    for (const one of Object.values(value)) read(one, depth + 1)
  }
  read(roots, 0)
  return isFaq ? found : new Map()
}

const addQuestion = (question: Readonly<Record<string, unknown>>, found: Map<string, Array<string>>): void => {
  if (typeof question.name !== "string" || found.size >= MAX_QUESTIONS) return
  const name = lettersOf(question.name.slice(0, MAX_CHARACTERS_OF_QUESTION))
  if (name === "") return
  const answers = [...listed(question.acceptedAnswer), ...listed(question.suggestedAnswer)].flatMap((answer) =>
    isObject(answer) && typeof answer.text === "string"
      ? lettersOf(answer.text.slice(0, MAX_CHARACTERS_OF_ANSWER))
      : []
  )
  found.set(name, [...found.get(name) ?? [], ...answers])
}
