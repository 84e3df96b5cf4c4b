import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Answer, AnswerStore, Claim } from "../AnswerStore.ts"
import { KNOWN_FOR } from "./ownership.ts"

export const MAX_BODY_LENGTH = 4 * 1024 * 1024

const MAX_CHARACTERS_OF_ANSWERS = 64 * 1024 * 1024

interface Entry {
  readonly fingerprint: string
  readonly owner: string
  readonly charge: string
  readonly until: number
  readonly answer: Answer | undefined
}

export const meaning = (fingerprint: string, stored: Pick<Entry, "fingerprint" | "answer" | "until">): Claim =>
  stored.fingerprint !== fingerprint
    ? { _tag: "Other" }
    : stored.answer === undefined
    ? { _tag: "Busy", until: stored.until }
    : { _tag: "Answered", answer: stored.answer }

export const make = (): AnswerStore["Service"] => {
  const entries = new Map<string, Entry>()
  let characters = 0

  const drop = (key: string) => {
    characters -= entries.get(key)?.answer?.body.length ?? 0
    entries.delete(key)
  }

  return {
    claim: ({ busyFor, fingerprint, key, owner }) =>
      Effect.map(Clock.currentTimeMillis, (now): Claim => {
        const entry = entries.get(key)
        if (entry !== undefined && entry.until > now) return meaning(fingerprint, entry)
        const isLost = entry !== undefined && entry.answer === undefined && entry.fingerprint === fingerprint
        const charge = isLost && entry.until > now - KNOWN_FOR ? entry.charge : owner
        drop(key)
        entries.set(key, { fingerprint, owner, charge, until: now + busyFor, answer: undefined })
        return { _tag: "Mine", charge }
      }),
    renew: ({ busyFor, key, owner }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const entry = entries.get(key)
        if (entry?.owner === owner && entry.answer === undefined) entries.set(key, { ...entry, until: now + busyFor })
      }),
    keep: ({ answer, keepFor, key, owner }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const entry = entries.get(key)
        if (entry === undefined || entry.owner !== owner || entry.answer !== undefined) return
        entries.delete(key)
        if (answer.body.length > MAX_BODY_LENGTH) return
        entries.set(key, { ...entry, until: now + keepFor, answer })
        characters += answer.body.length
        // The map's insertion order is oldest first.
        for (const [old, { answer, until }] of entries) {
          if (until <= now || characters > MAX_CHARACTERS_OF_ANSWERS && answer !== undefined) drop(old)
          else if (characters <= MAX_CHARACTERS_OF_ANSWERS) break
        }
      }),
    release: ({ key, owner }) =>
      Effect.sync(() => {
        const entry = entries.get(key)
        if (entry?.owner === owner && entry.answer === undefined) drop(key)
      })
  }
}
