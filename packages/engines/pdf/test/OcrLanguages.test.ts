import type { Ocr } from "@dunlin/pdf"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Languages from "../src/internal/ocr/languages.ts"
import { isMeaningless } from "../src/internal/ocr/meaning.ts"
import * as Reader from "../src/internal/ocr/ocr.ts"
import { wordsOfLine } from "./scannedWords.ts"

/** Sentences of our own about a harbour, in its languages. */
const texts: Readonly<Record<string, string>> = {
  en:
    "The harbour opens at six in the morning, and the first ferry leaves for the islands with all that was brought to it.",
  de:
    "Der Hafen wird um sechs Uhr geöffnet, und die erste Fähre fährt mit allem, was auf ihr ist, zu den Inseln, die nicht weit von der Küste sind.",
  fr:
    "Le port ouvre à six heures du matin, et le premier bateau part pour les îles avec tout ce qui est arrivé dans la nuit.",
  es:
    "El puerto abre a las seis de la mañana, y el primer barco sale para las islas con todo lo que se ha traído por la noche.",
  it:
    "Il porto apre alle sei del mattino, e la prima nave parte per le isole con tutto quello che è stato portato nella notte dai pescatori.",
  pt:
    "O porto abre às seis da manhã, e o primeiro barco sai para as ilhas com tudo o que foi trazido na noite, como os outros dos dias que passaram.",
  nl:
    "De haven gaat om zes uur open, en de eerste boot vaart naar de eilanden met alles wat in de nacht aan de kade is gebracht.",
  sv:
    "Hamnen öppnar klockan sex på morgonen, och den första båten går till öarna med allt som har kommit in under natten.",
  da:
    "Havnen åbner klokken seks om morgenen, og den første båd sejler til øerne med alt det, der er kommet ind af varer i løbet af natten.",
  fi:
    "Satama avataan kuudelta aamulla, ja ensimmäinen laiva on valmis, kun kaikki on lastattu, mutta se ei lähde ennen kuin aurinko nousee.",
  pl:
    "Port jest otwarty od szóstej rano, a pierwszy prom odpływa na wyspy z tym, co przez noc do niego przywieziono, oraz z ludźmi z miasta.",
  cs:
    "Přístav se otevírá v šest ráno a první loď pluje na ostrovy se vším, co bylo v noci do přístavu přivezeno, jako je pošta nebo dřevo z hor.",
  ro:
    "Portul se deschide la ora șase și primul vapor pleacă spre insule cu tot ce a fost adus în timpul nopții de la oameni din sat, dar nu este mare.",
  hu:
    "A kikötő reggel hatkor nyit, és az első hajó az összes áruval, ami az éjjel érkezett, elindul a szigetekre, de nem vár meg senkit, csak a postát.",
  tr:
    "Liman sabah altıda açılır ve ilk gemi, gece getirilen her şey ile adalara gider, ama bu bir kural olarak yazılı değil, daha sonra da var.",
  id:
    "Pelabuhan dibuka pada pukul enam pagi, dan kapal pertama pergi ke pulau dengan semua barang yang sudah dibawa oleh nelayan dari desa itu.",
  ru:
    "Порт открывается в шесть утра, и первый паром уходит на острова со всем, что за ночь привезли к нему из города, но не ждёт никого.",
  uk:
    "Порт відчиняється о шостій ранку, і перший пором іде на острови з усім, що за ніч привезли до нього з міста, але не чекає на людей.",
  bg:
    "Пристанището се отваря в шест сутринта и първият кораб отива към островите с всичко, което е донесено през нощта от града, но не чака."
}

describe("the language of a text", () => {
  it.each(Object.entries(texts))("is found by its function words: %s", (tag, text) => {
    assert.strictEqual(Languages.languageOf(text)?.tag, tag)
  })

  it("is found in a text that was read without its accents", () => {
    for (const tag of ["de", "fr", "es", "pt", "pl", "tr"]) {
      const text = texts[tag]!.normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i").replace(/ł/g, "l")
      assert.strictEqual(Languages.languageOf(text)?.tag, tag)
    }
  })

  it("does not show in names and numbers", () => {
    assert.isUndefined(
      Languages.languageOf("Alder 12 Birch 14 Cedar 9 Elm 3 Fig Ginkgo Hazel Iris Juniper Kapok Larch Maple Olive")
    )
  })

  it("is named by tags of any form", () => {
    assert.deepStrictEqual(
      ["de", "de-AT", "pt_BR", "zh-TW", "zh-Hant-HK", "zh-CN", "no", "EN", "xx"].map((tag) =>
        Languages.ofTag(tag)?.data
      ),
      ["deu", "deu", "por", "chi_tra", "chi_tra", "chi_sim", "nor", "eng", undefined]
    )
  })
})

const font = { name: "f", bold: false, italic: false, mono: false, math: false }
const page = (text: string) =>
  text.split(" ").map((text, index) => ({
    text,
    x0: 0,
    x1: 10,
    y: 0,
    size: 10,
    angle: 0,
    font,
    spaced: true,
    index,
    mark: -1
  }))

/** Each letter by the one that stands some places further on in the alphabet. */
const shifted = (text: string, by: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97
    return String.fromCharCode(first + (letter.charCodeAt(0) - first + by) % 26)
  })

const english = Array(4).fill(texts.en).join(" ")

describe("letters that no language writes", () => {
  it("are those of a layer whose letters are shifted", () => {
    const missed = Array.from({ length: 25 }, (_, k) => k + 1).filter((by) =>
      !isMeaningless(page(shifted(english, by)))
    )
    assert.deepStrictEqual(missed, [])
  })

  it("are not those of any language, without accents either", () => {
    for (const [tag, text] of Object.entries(texts)) {
      const plain = text.normalize("NFD").replace(/\p{M}/gu, "")
      for (const one of [text, plain]) assert.isFalse(isMeaningless(page(Array(5).fill(one).join(" "))), tag)
    }
  })

  it("are not those of names, codes and abbreviations", () => {
    const names = "Schwarz Krzysztof Nguyen Hernandez Smith Wright Schmidt Ngwenya Björk Pryce Knightley Anderson Rossi"
    const codes =
      "M8x40 zinc hex bolt 12 pcs DIN 934 steel nut washer spring gasket copper valve brass flange qty 14 EUR"
    for (const text of [names, codes]) assert.isFalse(isMeaningless(page(Array(6).fill(text).join(" "))))
  })
})

/** A recogniser that sees a text, and which languages it was told to read in. */
const seeing = (
  text: string,
  options: Partial<Ocr.Recognizer> & { readonly sure?: (languages: ReadonlyArray<string>) => number } = {}
) => {
  const { sure = () => 90, ...recognizer } = options
  const told: Array<string> = []
  const read = Effect.fnUntraced(function*(pages: number, languages: ReadonlyArray<string> = []) {
    const reader = yield* Reader.make({
      recognizer: Effect.succeedSome<Ocr.Recognizer>({
        name: "fake",
        languages: ["eng", "deu", "rus"],
        usual: ["eng"],
        recognize: (_, languages = ["eng"]) =>
          Effect.sync(() => {
            told.push(languages.join("+"))
            return wordsOfLine(text).map((word) => ({ ...word, confidence: sure(languages) }))
          }),
        ...recognizer
      }),
      renderer: Effect.succeedSome({
        name: "fake",
        open: () =>
          Effect.succeed({
            render: (_, dpi) => Effect.succeed({ bytes: new Uint8Array(), width: 1700, height: 2200, dpi })
          })
      }),
      concurrency: 1
    })
    const wanted = Array.from({ length: pages }, (_, k) => ({ number: k + 1, width: 612, height: 792 }))
    return yield* reader.read(new Uint8Array(), wanted, { millis: 60_000, languages, onPage: () => Effect.void })
  }, Effect.scoped)
  return { read, told }
}

describe("a scan in another language", () => {
  it.effect("is read again in that one, and the pages after it only in that one", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!)
      const { languages, warnings } = yield* read(3)
      assert.deepStrictEqual(told, ["eng", "deu", "deu", "deu"])
      assert.deepStrictEqual([...languages], [[1, "de"], [2, "de"], [3, "de"]])
      assert.deepStrictEqual(warnings, [])
    }))

  it.effect("is named in a warning when there is no data for it", () =>
    Effect.gen(function*() {
      const { languages, warnings } = yield* seeing(texts.fr!).read(3)
      assert.deepStrictEqual(warnings, [
        "Pages 1 to 3 show French (fra), for which fake has no data: letters may be wrong."
      ])
      assert.strictEqual(languages.size, 0)
    }))

  it.effect("is read at once in the language that the request names", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!)
      yield* read(1, ["fr-CH", "de-CH"])
      assert.deepStrictEqual(told, ["deu"])
    }))

  it.effect("is read once by a recogniser that needs no data", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.de!, { languages: undefined, usual: undefined })
      yield* read(1, ["fr"])
      assert.deepStrictEqual(told, ["eng"])
    }))
})

describe("a scan in another script", () => {
  const unsure = (languages: ReadonlyArray<string>) => languages.includes("eng") ? 30 : 92

  it.effect("is read in the languages of that script", () =>
    Effect.gen(function*() {
      const { read, told } = seeing(texts.ru!, { sure: unsure, scriptOf: () => Effect.succeed("Cyrillic") })
      const { languages } = yield* read(1)
      assert.deepStrictEqual(told, ["eng", "rus"])
      assert.deepStrictEqual([...languages], [[1, "ru"]])
    }))

  it.effect("is named in a warning when there is no data for it", () =>
    Effect.gen(function*() {
      const { warnings } = yield* seeing("Y4acTb 3eMAN", { sure: () => 30, scriptOf: () => Effect.succeed("Greek") })
        .read(1)
      assert.deepStrictEqual(warnings, [
        "Page 1 shows Greek letters (ell), for which fake has no data: letters may be wrong."
      ])
    }))
})
