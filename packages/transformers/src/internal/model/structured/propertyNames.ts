/** `Release date`, `releaseDate` and `release_date` become equal. */
export const nameOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

const small = new Set(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "per", "the", "to", "with"])

const known = new Map<string, ReadonlyArray<string>>()

const MAX_CHARACTERS_OF_PROPERTY_NAME = 200

export const wordsOf = (name: string): ReadonlyArray<string> => {
  const found = known.get(name)
  if (found !== undefined) return found
  const words = (name.slice(0, MAX_CHARACTERS_OF_PROPERTY_NAME)
    .replace(/\([^()]{0,100}\)|\[[^[\]]{0,100}\]/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !small.has(word)).map(singular)
  if (known.size > 10_000) known.clear()
  known.set(name, words)
  return words
}

export const singular = (word: string): string =>
  word.length > 4 && word.endsWith("ies")
    ? `${word.slice(0, -3)}y`
    : /(?:s|x|z|ch|sh)es$/.test(word)
    ? word.slice(0, -2)
    : word.length > 3 && /[^su]s$/.test(word)
    ? word.slice(0, -1)
    : word

/** 1 for the same words, and less with additional words. */
export const likeness = (left: string, right: string): number => {
  if (nameOf(left) === nameOf(right)) return 1
  const own = new Set(wordsOf(left))
  const other = new Set(wordsOf(right))
  if (own.size === 0 || other.size === 0) return 0
  const common = [...own].filter((word) => other.has(word)).length
  const isPart = common === Math.min(own.size, other.size)
  return isPart ? common / Math.max(own.size, other.size) : 0
}

export const MIN_SIMILARITY = 1 / 3

/** Other names of a property in schema.org and OpenGraph. */
const others: ReadonlyArray<ReadonlyArray<string>> = [
  ["name", "title", "headline", "ogtitle"],
  ["description", "summary", "abstract", "ogdescription"],
  ["currency", "pricecurrency"],
  [
    "publisheddate",
    "publishdate",
    "datepublished",
    "publishedat",
    "published",
    "publishedtime",
    "publicationdate",
    "date"
  ],
  ["modifieddate", "datemodified", "updatedat", "updated", "lastupdated", "modifiedtime"],
  ["image", "imageurl", "thumbnailurl", "ogimage", "picture"],
  ["author", "authorname", "creator", "writtenby", "byline"],
  ["rating", "ratingvalue", "averagerating", "stars"],
  ["reviewcount", "ratingcount", "numberofreviews", "reviews"],
  ["availability", "instock", "available"],
  ["start", "startdate", "startsat", "starttime"],
  ["end", "enddate", "endsat", "endtime"],
  ["phone", "telephone", "phonenumber", "tel"],
  ["email", "mail", "emailaddress"],
  ["url", "link", "ogurl", "canonical"],
  ["ingredients", "ingredient", "recipeingredient"],
  ["instructions", "steps", "recipeinstructions", "step"],
  ["servings", "yield", "recipeyield", "portions"],
  ["company", "organization", "hiringorganization", "employer"],
  ["tags", "keywords", "articletag"],
  ["site", "sitename", "ogsitename", "publisher"]
]

const synonyms = new Map<string, ReadonlyArray<string>>(
  others.flatMap((group) => group.map((name) => [name, group] as const))
)

export const namesFor = (property: string): ReadonlyArray<string> => {
  const own = nameOf(property)
  return [...new Set([own, ...(synonyms.get(own) ?? [])])]
}
