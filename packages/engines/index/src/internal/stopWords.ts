/** Lists stop words and function words. */
import { fold } from "./fold.ts"

/**
 * Words that are indexed, because titles and phrases need them, but ignored in other queries: Lucene's stop words,
 * pronouns, auxiliaries and question words.
 */
export const stopWords: ReadonlySet<string> = new Set(
  ("a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to " +
    "was will with how do does did what which who whom when where why i me my we our you your can could should would am " +
    "been being were has have had from so than its he she his her").split(" ")
)

const byLanguage: ReadonlyArray<readonly [languages: string, words: string]> = [
  [
    "de",
    "wer was wann warum wie wieso weshalb welche welcher welches wem wen wessen wohin woher wieviel der die das den dem " +
    "des ein eine einer eines einem einen und oder aber nicht kein keine mit von vom zum zur bei aus auf für über unter " +
    "vor nach oft man ich wir ihr sie ist sind war waren hat haben wird werden kann können muss müssen soll darf gibt"
  ],
  [
    "fr",
    "que qui quoi quand comment pourquoi combien quel quelle quels quelles les des une est sont dans pour avec sans sur " +
    "sous par pas plus le la du au aux mais donc elle nous vous ils leur cette ces mon ton son peut doit faut"
  ],
  [
    "es",
    "el la qué quién quiénes cuándo cómo dónde cuál cuáles cuánto cuántos por para con sin sobre del los las una unos unas " +
    "pero son está están hay puede debe este esta estos"
  ],
  [
    "it",
    "il la gli che chi cosa quando come dove perché quale quali quanto quanti con per tra fra della delle degli dei nel nella sono " +
    "può deve questo questa"
  ],
  ["pt", "quem onde qual quais quanto como quando porque com sem uma uns umas para pelo pela não são está pode deve"],
  [
    "nl",
    "wie wat waar wanneer waarom hoe welke hoeveel het een van met voor door over naar niet geen zijn wordt kan moet"
  ],
  [
    "da no sv",
    "vad när var varför hur vem vilken vilka och att det den som med för från till inte kan ska hvor hvad hvem hvorfor " +
    "hvordan hvornår hva ikke"
  ]
]

const languagesOf = new Map<string, Set<string>>(Array.from(stopWords, (word) => [word, new Set(["en"])]))
for (const [languages, words] of byLanguage) {
  for (const word of words.split(" ").map(fold)) {
    const known = languagesOf.get(word) ?? new Set()
    for (const language of languages.split(" ")) known.add(language)
    languagesOf.set(word, known)
  }
}

/**
 * Function words, folded like query words, each with its languages. They are never treated as typos, and are searched
 * as typed even if no page contains them.
 */
export const functionWords: ReadonlyMap<string, ReadonlySet<string>> = languagesOf
