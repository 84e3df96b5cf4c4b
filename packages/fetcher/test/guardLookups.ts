/** Names that a guard looks up, and what it says of addresses. */
import { EgressGuard } from "@dunlin/fetcher"
import { Result } from "effect"

export const guard = EgressGuard.make()

/** What a guard says of an address. */
export const verdict = (url: string, options?: EgressGuard.Options): string =>
  Result.match(EgressGuard.make(options).check(url), { onFailure: (error) => error._tag, onSuccess: () => "ok" })

/** A resolver that answers these lists one after the other. */
export const answering = (...answers: ReadonlyArray<ReadonlyArray<string>>): EgressGuard.Lookup => {
  let asked = 0
  return (_host, callback) => {
    const list = answers[Math.min(asked++, answers.length - 1)]!
    callback(null, list.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))
  }
}
