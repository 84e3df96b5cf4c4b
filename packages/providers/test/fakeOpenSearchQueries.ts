/** Queries and aggregations of `fakeOpenSearch`, over documents in memory. */

type Document = Readonly<Record<string, unknown>>

interface Match {
  readonly at: number
  readonly score: number
}

const valuesOf = (document: Document, field: string): ReadonlyArray<unknown> => {
  const value = document[field]
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}

/** Edits between two words, where swapped neighbours are one. */
const edits = (left: string, right: string): number => {
  const rows = Array.from({ length: left.length + 1 }, (_, at) => [at, ...Array.from(right, () => 0)])
  for (let at = 0; at <= right.length; at++) rows[0]![at] = at
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let value = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (isSame ? 0 : 1)
      )
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        value = Math.min(value, rows[row - 2]![column - 2]! + 1)
      }
      rows[row]![column] = value
    }
  }
  return rows[left.length]![right.length]!
}

const SATURATION = 1.2

/** Scores of documents by their places; what is absent does not match. */
type Scores = ReadonlyMap<number, number>

const first = (object: object): readonly [string, any] => Object.entries(object)[0] as [string, any]

export const fakes = (documents: ReadonlyArray<Document>) => {
  const all = documents.map((_, at) => at)
  const where = (field: string, holds: (value: unknown) => boolean): Scores =>
    new Map(all.filter((at) => valuesOf(documents[at]!, field).some(holds)).map((at) => [at, 1]))
  const term = (field: string, value: unknown, boost = 1): Scores => {
    const counts = all.map((at) => valuesOf(documents[at]!, field).filter((each) => each === value).length)
    const found = counts.filter((count) => count > 0).length
    const rarity = Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
    return new Map(
      all.filter((at) => counts[at]! > 0).map((at) => [at, boost * rarity * counts[at]! / (counts[at]! + SATURATION)])
    )
  }
  const bool = ({ filter = [], minimum_should_match: minimum = 0, must_not: not = [], should = [] }: any): Scores => {
    const filters = filter.map(evaluate) as ReadonlyArray<Scores>
    const nots = not.map(evaluate) as ReadonlyArray<Scores>
    const shoulds = should.map(evaluate) as ReadonlyArray<Scores>
    const least = filters.length === 0 && nots.length === 0 && shoulds.length > 0 ? Math.max(1, minimum) : minimum
    return new Map(all.flatMap((at) => {
      if (!filters.every((each) => each.has(at)) || nots.some((each) => each.has(at))) return []
      const matched = shoulds.filter((each) => each.has(at))
      return matched.length < least ? [] : [[at, matched.reduce((sum, each) => sum + each.get(at)!, 0)] as const]
    }))
  }
  const evaluate = (query: any): Scores => {
    const [kind, body] = first(query)
    if (kind === "match_all") return new Map(all.map((at) => [at, 1]))
    if (kind === "bool") return bool(body)
    if (kind === "exists") return where(body.field, () => true)
    if (kind === "dis_max") {
      const parts = body.queries.map(evaluate) as ReadonlyArray<Scores>
      return new Map(all.flatMap((at) => {
        const scores = parts.flatMap((part) => part.get(at) ?? [])
        return scores.length === 0 ? [] : [[at, Math.max(...scores)] as const]
      }))
    }
    const [field, wanted] = first(body)
    switch (kind) {
      case "term":
        return term(field, wanted.value, wanted.boost)
      case "terms":
        return where(field, (value) => wanted.includes(value))
      case "prefix":
        return where(field, (value) => String(value).startsWith(wanted.value))
      case "fuzzy":
        return where(field, (value) => edits(String(value), wanted.value) <= wanted.fuzziness)
      case "range":
        return where(
          field,
          (value) =>
            Number(value) > (wanted.gt ?? -Infinity) && Number(value) >= (wanted.gte ?? -Infinity) &&
            Number(value) <= (wanted.lte ?? Infinity)
        )
      default:
        throw new Error(`the fake knows no query ${kind}`)
    }
  }
  const numbers = (field: string) => documents.flatMap((document) => valuesOf(document, field)).map(Number)
  const aggregation = (kind: string, body: any): unknown => {
    switch (kind) {
      case "sum":
        return { value: numbers(body.field).reduce((sum, value) => sum + value, 0) }
      case "max": {
        const found = numbers(body.field)
        return { value: found.length === 0 ? null : Math.max(...found) }
      }
      case "terms":
        return { buckets: [...new Set(numbers(body.field))].map((key) => ({ key })) }
      case "filters":
        return { buckets: body.filters.map((filter: unknown) => ({ doc_count: evaluate(filter).size })) }
      default:
        throw new Error(`the fake knows no aggregation ${kind}`)
    }
  }
  return {
    matches: (query: unknown): Array<Match> => [...evaluate(query)].map(([at, score]) => ({ at, score })),
    aggregate: (wanted: Readonly<Record<string, object>>) =>
      Object.fromEntries(
        Object.entries(wanted).map(([name, each]) => {
          const [kind, body] = first(each)
          return [name, aggregation(kind, body)]
        })
      )
  }
}
