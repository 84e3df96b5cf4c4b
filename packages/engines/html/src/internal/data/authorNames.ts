/**
 * Parses authors' names on pages: removes the words around a name, and determines its kind (person, site, account).
 *
 * @since 0.1.0
 */
import { decodeHTML } from "entities/decode"
import { writtenDay } from "../survey/days.ts"

const MAX_CHARACTERS_OF_AUTHOR = 80
const MAX_WORDS_OF_AUTHOR = 8
/** Maximum characters of a byline. A longer text is a paragraph. */
const MAX_BYLINE_CHARACTERS = 150
/** Minimum words of a person's name, because a single word may be anything. */
const MIN_WORDS_OF_PERSON = 2
/** Maximum words of a person's name. A longer text is a sentence. */
const MAX_WORDS_OF_PERSON = 6
/** Maximum number of times that a text is unescaped, because some systems escape twice. */
const MAX_ESCAPES = 2
const MAX_BYWORDS = 2
/** Minimum characters of a site name that is searched within a longer name. */
const MIN_SITE_CHARACTERS = 5

const verbs =
  "(?:this |was |originally |first |article |story |post |blog |guest post |words |text |a |an )*(?:written|posted|published|reported|submitted|contributed|authored|created|prepared|compiled|penned|asked|started|story|words|text|article|post|author)"
const byWords = [
  `(?:${verbs}\\s+)?(?:and\\s+\\p{L}+\\s+)?by`,
  "(?:(?:geschrieben|verfasst|erstellt|veröffentlicht|gepostet|eingestellt|(?:blog.?|gast)*beitrag|ein artikel|text)\\s+)?von",
  "(?:(?:écrit|rédigé|publié|posté|proposé|article)\\s+)?par",
  "(?:(?:escrito|publicado|redactado|enviado|creado|postado|texto)\\s+)?por",
  "(?:(?:scritto|pubblicato|articolo|redatto|a cura|postato)\\s+)?d[ia]",
  "(?:(?:geschreven|gepost|geplaatst|gepubliceerd|artikel)\\s+)?door",
  "(?:(?:skriven|skrevet|publicerad|publisert|udgivet|tekst|text|foto og tekst)\\s+)?a[vf]",
  "(?:(?:napisane|opublikowane|dodane|tekst)\\s+)?przez",
  "(?:kirjoittanut|teksti|yazan|yazar|написал(?:а|и)?|опубликовал(?:а)?|ditulis oleh|oleh|penulis|viết bởi|tác giả|bởi|napsal(?:a)?|írta|szerző|scris de|γράφει(?: ο| η)?|του|από τον|ผู้เขียน|द्वारा|लेखक|بقلم|كتب(?:ه)?|الكاتب|מאת)",
  "(?:автор(?:ка|ы|и)?|autor(?:in|en|es|a|zy|ka|ski)?|auteurs?|auteure|autrice|autore|autori|autrici|forfatter(?:e)?|författare|skribent|kirjoittaja|redakteur(?:in)?|journalist(?:e|in)?|contributors?|authors?(?:\\(s\\))?)(?=\\s*[:：|]|\\s*$|\\s+by)",
  "(?:writers?|byline|reporter|herausgeber|tekst|text(?:o|e)?|words)(?=\\s*[:：])",
  "(?:文章作者|本文作者|作者|撰文|记者|記者|文責|執筆者?|著者|筆者|投稿者|ライター|文|글쓴이|작성자|지은이|저자|글|기자)(?=\\s*[:：|／/]|\\s)"
].join("|")
const by = new RegExp(`^(?:${byWords})(?:\\s*[:：|／=]\\s*|\\s+)`, "iu")
const byBehindDay = new RegExp(
  `(?:\\d|\\bum|uhr|am|pm|[|·•—–-])[.,]?\\s+((?:${byWords})(?:\\s*[:：]\\s*|\\s+|$).*)$`,
  "iu"
)
const declares =
  /^\s*(?:(?:this|the|der|dieser) (?:article|post|story|essay|piece|beitrag|artikel) (?:was|wurde) )?(?:(?:originally )?(?:written|posted|authored|contributed) by|author\s*:|autor(?:in)?\s*:|auteure?\s*:|autore\s*:|text\s*:|geschrieben von|verfasst von|écrit par|rédigé par|escrito por|scritto da|geschreven door|skrevet av|автор\s*:|作者\s*[:：]|撰文\s*[:：]|글\s*[:：=])/iu

const behindName =
  /\s*(?:[|•·–—»(]|&raquo;|\s-\s|(?<!\p{L})(?:on\s(?=\p{L}+,? \d|\d)|(?:am|um)\s(?=\d|\p{L}+tag(?!\p{L}))|(?:at|in|le|el|il|den)\s(?=\d|\p{L}+ \d)|(?:published|updated|posted|last (?:updated|edited|modified)|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato)(?!\p{L}))).*$/iu
const credentials =
  /,?\s+(?:Ph\.? ?D\.?|Psy\.?D\.?|M\.D\.|Ed\.?D\.?|Esq\.?|CPA|MBA|RDN?|RN|MD|DO|DDS|DVM|MSc|BSc|MPH|LCSW|CFP®?)(?=\s*(?:,|$))|,\s*\p{Lu}[\p{Lu}.\d-]{1,8}(?:\s\d+)?(?=\s*(?:,|$))/gu
const role =
  /\s+(?:(?:senior |associate |contributing )*(?:staff )?(?:writer|reporter|editor|correspondent|columnist|contributor)|기자|記者)$/iu
const noName =
  /^(?:(?:the |about (?:the )?|by |our )?(?:admin(?:istrator)?s?|\p{L}+ admin|author|writer|editor|staff|user|guest|anonymous|unknown|default|webmaster|root|super ?user|site ?admin|webadmin|wordpress|blog|blogger|moderator|member|contributor|publisher|company|news|home|contact|name|profile|bio|link|links|comments?|print|e-?mail|menu|spotlight|reviews?|visit website|website|null|undefined|none|n\/a|redakteur|autor(?:in)?|auteur|autore|follow(?: us)?|share|posted|loading|details|beitrag|post|topic|reply|re|quote|zitat|facebook|twitter|x|instagram|linkedin|youtube|tiktok|pinterest|mastodon|github|rss|author \p{L}+|über de[nr] autor(?:in)?|à propos.*|sobre .*|archives?|avatar|photo|image))$|^(?:view|read|see|show|browse|get|learn|click|continue|follow|share|connect|leave|reply|log ?in|sign (?:in|up)|subscribe|written|posted|published|updated|reviewed|edited|fact.checked|last|more (?:from|by|posts|about)|all (?:posts|articles|stories)|alle (?:beiträge|artikel)|about (?:the|us)|meet (?:the|our)|table of|min(?:ute)?s? read|mehr|tous les|voir|ver|leer|leggi|zur|zum|im|in|the latest|this|that|how|why|what|when|where|your|my|our|we|you|it|is|are)(?!\p{L})|^(?:link copied|cop(?:y|ied) link)/iu
const notWritten =
  /^(?:https?:|www\.|@)|\.(?:com|org|net)\/|[<>{}[\]=]|%\w|\w+\.\w+\.\w+|\S@\S|(?<![\p{L}\d])\d{4}(?!\d)|^[^\p{L}\d]|[.!?…]\s+\p{L}{2,}.*[.!?…]$|^[\d.,]+k?\s|^\d+\s?min|:\s/iu

const noPerson =
  /(?<!\p{L})(?:teams?|staff|editors?|editorial|desk|\p{L}*redak(?:tion|sjonen|tionen|cja)|r[ée]daction|redacci[óo]n|redazione|redactie|toimitus|редакция|編集部|编辑部|news|newsroom|magazine?|\p{L}*magazin|media|inc|ltd|llc|l\.l\.c|gmbh|mbh|kg|corp|corporation|company|co|foundation|universit\p{L}+|institut\p{L}*|associat\p{L}+|society|agency|agence|agencia|press|presse|prensa|group|gruppe|council|department|ministry|minist[eè]r\p{L}*|center|centre|zentrum|college|school|bank|hospital|clinic|blog|online|network|labs?|studios?|services?|solutions|systems|international|global|software|technolog\p{L}+|tech|digital|verlag|stiftung|\p{L}*verband|verein|e\.? ?v|club|guide|store|shop|daily|times|journal|bureau|reuters|afp|dpa|apa|agencies|community|forum|hub|api|bot|support|marketing|finance|insurance|health|care|home|house|kitchen|recipes?|travel|reviews?|tips|education|research|science|culture|politics|business|lifestyle|sports?|opinion|writer|reporter|correspondent|columnist|director|manager|officer|ceo|cto|founder|professor|dietitian|nutritionist|head|senior|junior|associate|president|expert|specialist|engineer|developer|author|contributor|freelance|journalist\p{L}*|redakteur\p{L}*|correspondant\p{L}*|chef\p{L}*|leiter\p{L}*|and others|et al|the|your|our|with|for|from|about|what|how|best|top|new|more|read)(?!\p{L})/iu
const particles =
  /^(?:de|del|della|der|den|di|da|do|dos|das|du|des|la|le|les|van|von|vom|zu|zur|ten|ter|el|al|ul|bin|ibn|ben|bint|af|av|y|e|i|and|und|et|och|og|en|ja|&|st\.?|dr\.?|o|mc|mac|d'|l')$/iu
const nameWord = /^(?:["“'’(]?\p{Lu}[\p{L}\p{M}.'’‘`-]*["”'’)]?,?|[^\P{L}\p{Lu}\p{Ll}][\p{L}\p{M}・·-]*)$/u
const unspaced = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}・]{2,8}$/u

const button =
  /^(?:link copied|copy link|copied|subscribe(?: now)?|follow(?: us| me)?|share(?: this.{0,20})?|sign (?:in|up)|log ?in|read more|load more|search|menu|close|save|print)[.!…]?$/iu

export const isButtonLabel = (text: string): boolean => button.test(text.trim())

export const announces = (text: string): boolean => by.test(`${text} `)

export const declaresAuthor = (text: string): boolean => declares.test(text)

const plain = (text: string): string => {
  let out = text
  for (let k = 0; k < MAX_ESCAPES && /&(?:#|\p{L})/u.test(out); k++) out = decodeHTML(out)
  return out.replace(/\s+/g, " ").trim()
}

const withoutBywords = (text: string): string => {
  let out = text
  for (let k = 0; k < MAX_BYWORDS; k++) out = out.replace(by, "").trim()
  return out
}

export const announcedIn = (line: string): string | undefined => {
  if (announces(line)) return withoutBywords(line)
  const behind = byBehindDay.exec(line)
  if (behind === null) return undefined
  // A "by" after a word is a byline only if a date or sign precedes it. "1984 by …" and "team by …" are titles.
  const isDated = /[^\p{L}\d]/u.test(line[behind.index]!) || writtenDay(line.slice(0, behind.index + 1)) !== undefined
  return isDated ? withoutBywords(behind[1]!) : undefined
}

/** Returns the names of persons that commas separate, without a role after them. */
const leading = (name: string): string => {
  const parts = name.split(/\s*[,;／]\s*|\s+\/\s+|\/(?=\p{Lu})/u)
  if (parts.length === 1 || !isPerson(parts[0]!)) return name
  const end = parts.findIndex((part) => !isPerson(part))
  return (end < 0 ? parts : parts.slice(0, end)).join(", ")
}

export const nameOf = (text: string): string | undefined => {
  if (text.length > 2 * MAX_BYLINE_CHARACTERS) return undefined
  let name = withoutBywords(plain(text)).replace(behindName, "").trim()
  name = name.replace(credentials, "").replace(/[,;:|/]+$/, "").trim()
  if (name.length > MAX_BYLINE_CHARACTERS) return undefined
  name = leading(name).replace(role, "")
  if (name.length < 2 || !/\p{L}{2}|\p{Lu}\./u.test(name) || noName.test(name) || notWritten.test(name)) {
    return undefined
  }
  if (announces(name) || isPhrase(name)) return undefined
  const [first = ""] = name.split(/,\s/)
  return first.length > MAX_CHARACTERS_OF_AUTHOR || first.split(" ").length > MAX_WORDS_OF_AUTHOR ? undefined : name
}

/**
 * Returns whether a name is a phrase: it starts with a lower-case letter, and its first word is not a name particle.
 */
const isPhrase = (name: string): boolean => {
  const [first = "", ...others] = name.split(" ")
  return others.length > 0 && /^\p{Ll}/u.test(first) && !particles.test(first) &&
    !others.every((word) => /^\p{Ll}/u.test(word) && others.length === 1)
}

export const isPerson = (name: string): boolean => {
  if (unspaced.test(name)) return true
  if (noPerson.test(name) || /\d/.test(name)) return false
  const words = name.split(/,?\s+/)
  const own = words.filter((word) => !particles.test(word))
  return own.length >= MIN_WORDS_OF_PERSON && words.length <= MAX_WORDS_OF_PERSON * 2 &&
    own.every((word) => nameWord.test(word))
}

export const isOrganisation = (name: string): boolean =>
  noPerson.test(name) || /\.(?:com|org|net|de|fr|es|it|nl|ch|at|uk|io|co|info|news)$/i.test(name)

export const isHandle = (name: string): boolean => !name.includes(" ") && (/^\p{Ll}|\d|[._-]/u.test(name))

export const citedName = (text: string): string => {
  const parts = text.split(",").map((part) => part.trim())
  return parts.length === 2 && parts[1] !== "" && parts[0] !== "" && parts[1]!.split(" ").length <= 3
    ? `${parts[1]} ${parts[0]}`
    : text
}

export const squeezed = (name: string): string => name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

export const isOfSite = (name: string, sites: ReadonlySet<string>): boolean => {
  const own = squeezed(name)
  if (sites.has(own)) return true
  for (const site of sites) if (site.length >= MIN_SITE_CHARACTERS && own.includes(site)) return true
  return false
}

export const beginsSite = (name: string, sites: ReadonlySet<string>): boolean => {
  const own = squeezed(name)
  if (own.length < MIN_SITE_CHARACTERS) return false
  for (const site of sites) if (site.startsWith(own)) return true
  return false
}
