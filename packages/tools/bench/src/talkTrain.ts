// Trains the model that finds names in conversations: npm run bench -- talkTrain [--write] [--check]
// First, it trains on three of five parts of the messages and evaluates on the others. Then it trains on all of them;
// `--write` stores this result and `--check` compares with it. Needs the developer messages of the pii bench (wnut17
// and btc, both CC BY 4.0). Only weights and the most frequent words near names are stored.
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import { hashOf } from "../../../engines/pii/src/internal/cues.ts"
import { encoded } from "../../../engines/pii/src/internal/encoded.ts"
import { isSocial } from "../../../engines/pii/src/internal/nameScore.ts"
import { normalise, originalEnd, originalStart, type Plain } from "../../../engines/pii/src/internal/normalise.ts"
import { disjoint } from "../../../engines/pii/src/internal/overlap.ts"
import { ruledPersons } from "../../../engines/pii/src/internal/person.ts"
import { scan } from "../../../engines/pii/src/internal/scan.ts"
import { tables } from "../../../engines/pii/src/internal/tables.ts"
import { judge } from "../../../engines/pii/src/internal/talkJudge.ts"
import { judged, linesOf, MIN_NAME_PROBABILITY } from "../../../engines/pii/src/internal/talkNames.ts"
import { AROUND, signsOf, type Word } from "../../../engines/pii/src/internal/talkSigns.ts"
import type { Span } from "../../../redaction/src/Span.ts"
import { figure } from "./report.ts"
import { folder } from "./sharedData.ts"
import { learn, type Word as Learned, written } from "./talk/learn.ts"

const file = fileURLToPath(new URL("../../../engines/pii/src/internal/talkWeights.ts", import.meta.url))

/** Weights of the corpora. Messages of the first one weigh more, because there are fewer. */
const corpora = { wnut17: 2.5, btc: 1 }
const PARTS = 5
const LEARNED_PARTS = 3
/** Minimum number of occurrences next to other words for a word to be a separate feature. */
const LEAST_BESIDE = 40

interface Message {
  readonly corpus: string
  readonly worth: number
  readonly part: number
  readonly plain: Plain
  readonly social: boolean
  readonly found: ReadonlyArray<Span>
  readonly lines: ReadonlyArray<ReadonlyArray<Word>>
  readonly gold: ReadonlyArray<readonly [number, number]>
}

interface Row {
  readonly text: string
  readonly spans: ReadonlyArray<readonly [number, number, string]>
}

const messagesOf = async (corpus: string, worth: number): Promise<ReadonlyArray<Message>> => {
  const packed = await readFile(join(folder, "pii/data/dev", `${corpus}.jsonl.gz`))
  return gunzipSync(packed).toString().trim().split("\n").map((line): Message => {
    const { spans, text }: Row = JSON.parse(line)
    const plain = normalise(text)
    const anchors = scan(plain.text)
    const social = isSocial(anchors)
    const out: Array<Span> = []
    ruledPersons(anchors, tables(plain.text), encoded(anchors), social, false, out)
    const found = disjoint(out, plain.text)
    return {
      corpus,
      worth,
      part: createHash("sha256").update(text).digest().readUInt32BE(0) % PARTS,
      plain,
      social,
      found,
      lines: linesOf(plain.text, found),
      gold: spans.filter(([, , kind]) => kind === "PERSON").map(([start, end]) => [start, end] as const)
    }
  })
}

const placed = (plain: Plain, { end, start }: { readonly start: number; readonly end: number }) =>
  plain.parts.length === 0 ? { start, end } : { start: originalStart(plain, start), end: originalEnd(plain, end) }

/** Returns whether a word is part of a name. A single punctuation mark is not. */
const isName = ({ gold, plain }: Message, word: Word): boolean => {
  const { end, start } = placed(plain, word)
  return gold.some(([from, to]) => to - from > 1 && from < end && start < to)
}

const told = (names: number, all: number, share: number): number => {
  if (all === 0) return 0
  const own = names / all
  return (own > 0 ? names * Math.log(own / share) : 0) +
    (own < 1 ? (all - names) * Math.log((1 - own) / (1 - share)) : 0)
}

const besideOf = (messages: ReadonlyArray<Message>): string => {
  const counts = new Map<string, [number, number, number, number]>()
  let all = 0
  let names = 0
  for (const message of messages) {
    for (const line of message.lines) {
      line.forEach((word, index) => {
        const name = isName(message, word) ? 1 : 0
        all++
        names += name
        for (const [other, at] of [[line[index - 1], 0], [line[index + 1], 2]] as const) {
          if (other === undefined) continue
          const key = message.plain.text.slice(other.start, other.end).toLowerCase()
          if (!/^[a-z]+$/.test(key)) continue
          const count = counts.get(key) ?? [0, 0, 0, 0]
          counts.set(key, count)
          count[at] += name
          count[at + 1]!++
        }
      })
    }
  }
  return [...counts].filter(([, count]) => count[1] + count[3] >= LEAST_BESIDE)
    .map(([word, count]) => ({
      word,
      worth: told(count[0], count[1], names / all) + told(count[2], count[3], names / all)
    }))
    .sort((a, b) => b.worth - a.worth || (a.word < b.word ? -1 : 1))
    .slice(0, AROUND).map(({ word }) => word).join(" ")
}

const aroundOf = (beside: string) => new Map(beside.split(" ").map((word, index) => [hashOf(word), index]))

const wordsOf = (messages: ReadonlyArray<Message>, around: ReadonlyMap<number, number>): ReadonlyArray<Learned> =>
  messages.flatMap((message) =>
    message.lines.flatMap((line) =>
      line.map((word, index) => {
        const signs: Array<number> = []
        signsOf(message.plain.text, word, line[index - 1], line[index + 1], around, (sign) => signs.push(sign))
        return { signs: Int32Array.from(signs), isName: isName(message, word), worth: message.worth }
      })
    )
  )

interface Network {
  readonly beside: string
  readonly weights: string
}

const network = (messages: ReadonlyArray<Message>): Network => {
  const beside = besideOf(messages)
  return { beside, weights: written(learn(wordsOf(messages, aroundOf(beside)))) }
}

/**
 * Returns the overlap F1 as the harness defines it: a label is found if one finding shares more than half of the text
 * with it.
 */
const reached = (messages: ReadonlyArray<Message>, { beside, weights }: Network) => {
  const likely = judge(weights)
  const around = aroundOf(beside)
  let hits = 0
  let gold = 0
  let found = 0
  for (const message of messages) {
    const { found: ruled, gold: labels, lines, plain, social } = message
    const spans = (social ? judged(plain.text, ruled, lines, likely, MIN_NAME_PROBABILITY, around) : ruled)
      .map((span) => placed(plain, span))
    gold += labels.length
    found += spans.length
    const used = new Set<number>()
    for (const [from, to] of labels) {
      const at = spans.findIndex(({ end, start }, index) =>
        !used.has(index) && 2 * (Math.min(end, to) - Math.max(start, from)) > Math.max(end, to) - Math.min(start, from)
      )
      if (at < 0) continue
      used.add(at)
      hits++
    }
  }
  return { precision: hits / found, recall: hits / gold, f1: 2 * hits / (found + gold) }
}

const percent = (share: number): string => (100 * share).toFixed(1)

const LINE = 110
const wrapped = (text: string, at: RegExp): string => text.replaceAll(at, (line) => `${line}\n`).trimEnd()

const source = ({ beside, weights }: Network, apart: string): string =>
  `/**
 * Weights trained on labelled messages. Written by \`npm run bench -- talkTrain --write\`; do not edit.
 *
 * @since 0.2.0
 */

/** The training data, and the scores of the same training on two held-out fifths. */
export const provenance = {
  corpora: "WNUT 2017 emerging entities, Broad Twitter Corpus (both CC BY 4.0): split dev",
  apart: "${apart}"
}

/** Words near a name that are separate features. */
export const around: string =
  \`${wrapped(beside, new RegExp(`.{1,${LINE}}(?: |$)`, "g"))}\`

/** The weights of the network as bytes in base64. */
export const weights: string =
  \`${wrapped(weights, new RegExp(`.{1,${LINE}}`, "g"))}\`
`

export const run = async (args: ReadonlyArray<string>) => {
  const messages = (await Promise.all(Object.entries(corpora).map(([corpus, worth]) => messagesOf(corpus, worth))))
    .flat()
  const apart = network(messages.filter(({ part }) => part < LEARNED_PARTS))
  const said: Array<string> = []
  for (const corpus of Object.keys(corpora)) {
    for (const isApart of [false, true]) {
      const asked = messages.filter((one) => one.corpus === corpus && one.part >= LEARNED_PARTS === isApart)
      const { f1, precision, recall } = reached(asked, apart)
      const ruled = reached(asked.map((one) => ({ ...one, social: false })), apart)
      console.log(
        `${corpus} ${isApart ? "apart" : "learned"}: P ${percent(precision)} R ${percent(recall)} F1 ${
          percent(f1)
        }; rules ${percent(ruled.f1)}`
      )
      if (isApart) {
        figure({
          area: "redaction",
          metric: `names in messages of ${corpus}, held out: overlap F1`,
          data: "fresh",
          ours: f1
        })
        said.push(`${corpus} overlap F1 ${percent(f1)}`)
      }
    }
  }
  if (!args.includes("--write") && !args.includes("--check")) return
  const text = source(network(messages), said.join(", "))
  if (args.includes("--write")) await writeFile(file, text)
  else if (text !== await readFile(file, "utf8")) {
    throw new Error("The new weights of the model for messages differ from the stored ones")
  }
}
