/**
 * Companies and products that carry the name of a person: they stay.
 *
 * @since 0.2.0
 */
import type { Span } from "../Span.ts"

/** Names of two and more words, in lower case, without `&` and hyphens. */
const companies: ReadonlySet<string> = new Set(
  ("abercrombie fitch|alexander mcqueen|alfa romeo|anheuser busch|arthur andersen|aston martin|aunt jemima|barnes noble|"
    + "bausch lomb|bear stearns|ben jerry|betty crocker|black decker|booz allen|booz allen hamilton|bristol myers|"
    + "calvin klein|captain morgan|carl zeiss|charles schwab|charles tyrwhitt|charlotte tilbury|christian dior|"
    + "christian louboutin|dale carnegie|daimler benz|dolce gabbana|dow jones|dr martens|dr pepper|duncan hines|edward jones|"
    + "eli lilly|elizabeth arden|ernst young|estee lauder|evan williams|fannie mae|freddie mac|fred perry|giorgio armani|"
    + "goldman sachs|guy laroche|harley davidson|helena rubinstein|henry schein|hugo boss|jack daniel|jack daniels|"
    + "jack wolfskin|jean paul gaultier|jenny craig|jim beam|jimmy choo|john deere|john hancock|john lewis|john wiley|"
    + "johnnie walker|johns hopkins|johnson johnson|jones lang lasalle|jose cuervo|jp morgan|kate spade|laura ashley|"
    + "legal general|levi strauss|louis vuitton|lloyds bank|marc jacobs|marie callender|marks spencer|martin marietta|"
    + "mary kay|massimo dutti|max mara|mercedes benz|merrill lynch|michael kors|morgan stanley|oscar mayer|papa john|"
    + "papa johns|patek philippe|paul smith|philip morris|pierre cardin|procter gamble|ralph lauren|raymond james|"
    + "rolls royce|sara lee|smith wesson|stanley black|stella artois|stella mccartney|ted baker|thomas cook|tim hortons|"
    + "tommy hilfiger|tory burch|trader joe|trader joes|uncle ben|van cleef|vera wang|warner bros|warner brothers|"
    + "wells fargo|wolters kluwer|yves rocher|yves saint laurent|zimmer biomet")
    .split("|")
)

/** What follows the name of a product or a company, and no person. */
const behind =
  /^['’]?s?\s(?:GPUs?|CPUs?|chips?|(?:micro)?architecture|whiske?y|bourbon|Inc\b|Corp\b|Corporation|Ltd\b|LLC|PLC|GmbH|AG\b|Holdings)/

/** Characters behind a name that tell. */
const REACH = 24

const plain = (name: string): string =>
  name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]s$/, "").replace(/[\s&.\-–]+|\sand\s/g, " ")
    .trim()

/** Takes the names of companies, and further mentions of their parts, out of what was found from `first` on. */
export const withoutCompanies = (text: string, out: Array<Span>, first: number): void => {
  const names = new Map<string, boolean>()
  let some = false
  for (let i = first; i < out.length; i++) {
    const { end, start } = out[i]!
    const name = text.slice(start, end)
    const isCompany = companies.has(plain(name)) || behind.test(text.slice(end, end + REACH))
    some ||= isCompany
    // a word that also belongs to a person is one
    for (const word of name.split(/\s+/)) {
      if (/\s/.test(name)) names.set(word, (names.get(word) ?? true) && isCompany)
    }
  }
  if (!some) return
  let kept = first
  for (let i = first; i < out.length; i++) {
    const span = out[i]!
    const name = text.slice(span.start, span.end)
    const isCompany = /\s/.test(name)
      ? companies.has(plain(name)) || behind.test(text.slice(span.end, span.end + REACH))
      : names.get(name) === true
    if (!isCompany) out[kept++] = span
  }
  out.length = kept
}
