import { Charset } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"

/** Writes text in a single-byte encoding. */
const encoder = (label: string) => {
  const decoder = new TextDecoder(label)
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(new Uint8Array([code])), code]))
  return (text: string) => Uint8Array.from(text, (character) => codes.get(character) ?? assert.fail(character))
}

const western = ["windows-1252"]
const central = ["windows-1250", "iso-8859-2"]

/** Short texts; a question mark before one says that it is understood only where the page states its language. */
const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
  ["fr", western, [
    "café crème déjà vu",
    "Le château a été fermé à cause des intempéries.",
    "Où êtes-vous né ?",
    "Ça va très bien, merci à vous.",
    "Noël à l’hôtel près de la forêt",
    "Le garçon reçut une leçon de français à l’école."
  ]],
  ["de", western, [
    "Müller fährt für die Größe nach Köln.",
    "Die Straße war naß und glatt.",
    "Übung macht den Meister"
  ]],
  ["es", western, ["El niño comió una piña en España.", "¿Dónde está la estación?", "Información y educación"]],
  ["pt", western, ["São Paulo não é a capital do país.", "Coração e emoção", "Ações e opções à venda"]],
  ["it", western, ["Perché la città è così bella?", "La verità è che così non va", "Lunedì e venerdì"]],
  ["ca", western, ["L'església i el camí són així", "Això és català"]],
  ["sv", western, ["Göteborg är en vacker stad på västkusten.", "Räksmörgås på ön"]],
  ["da", western, ["Rødgrød med fløde på åen", "København er større end Århus"]],
  ["nl", western, ["De coördinatie van één idee", "Financiële ruïne in België"]],
  ["fi", western, ["Hyvää päivää, mitä kuuluu?", "Äiti on työssä Jyväskylässä"]],
  ["is", western, ["Það er þoka á Íslandi í dag."]],
  ["pl", central, [
    "?Zażółć gęślą jaźń.",
    "Proszę się nie śmiać, pan też może być w błędzie.",
    "Książka leży na półce obok łóżka.",
    "Dziękuję za pomoc, do zobaczenia jutro."
  ]],
  ["cs", central, [
    "?Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "Česká republika leží ve střední Evropě.",
    "Město bylo založeno ve středověku.",
    "Šťastný nový rok"
  ]],
  ["hu", central, [
    "?Árvíztűrő tükörfúrógép.",
    "?A főváros Budapest, amely a Duna két partján fekszik.",
    "Köszönöm szépen a segítséget.",
    "Egy szép őszi nap"
  ]],
  ["ro", central, ["Mulţumesc pentru ajutor.", "Bucureşti este capitala României.", "?Bună dimineaţa"]],
  ["hr", central, ["Zagreb je glavni grad Hrvatske, a ljeti je vrlo vruće.", "?Đaci i učitelji čitaju"]],
  ["sk", central, ["Ďakujem za pomoc."]],
  ["sl", central, ["Življenje v Ljubljani je lepo.", "Češnje so že zrele"]],
  ["tr", ["windows-1254"], ["İstanbul'da yaşıyorum ve çalışıyorum.", "?Teşekkür ederim, iyi günler."]],
  ["lt", ["windows-1257"], ["?Ačiū už pagalbą, iki pasimatymo.", "Žąsys skrenda į šiltus kraštus"]],
  ["lv", ["windows-1257"], ["?Paldies par palīdzību, uz redzēšanos.", "Rīga ir Latvijas galvaspilsēta"]],
  ["et", ["windows-1257"], ["Tänan abi eest, nägemist.", "Öö on külm ja pikk"]],
  ["ru", ["windows-1251", "koi8-r"], ["?Это обычный русский текст о людях.", "Добро пожаловать в Москву"]],
  ["bg", ["windows-1251"], ["Добре дошли в България"]],
  ["uk", ["windows-1251"], ["Ласкаво просимо до Києва", "?Дякую за допомогу, до зустрічі"]],
  ["el", ["windows-1253", "iso-8859-7"], ["Καλημέρα σας, τι κάνετε;", "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας."]],
  ["he", ["windows-1255"], ["שלום עולם וברוכים הבאים"]],
  ["ar", ["windows-1256"], ["مرحبا بكم في الموقع"]]
]

describe("a short page that declares no encoding", () => {
  for (const [language, encodings, sentences] of table) {
    for (const encoding of encodings) {
      const encode = encoder(encoding)
      it(`is decoded as ${encoding} if it is in ${language}`, () => {
        for (const sentence of sentences) {
          const text = sentence.replace(/^\?/, "")
          const stated = `<!doctype html><html class="a" lang="${language}"><body><p>${text}</p></body></html>`
          assert.strictEqual(Charset.decode(encode(stated)).text, stated)
          if (text === sentence) assert.strictEqual(Charset.decode(encode(text)).text, text)
        }
      })
    }
  }

  it("is not decoded as its stated language if its letters belong to another", () => {
    const text = "<html lang=fr><body><p>Proszę się nie śmiać, pan też może być w błędzie.</p></body></html>"
    assert.strictEqual(Charset.decode(encoder("windows-1250")(text)).text, text)
    const russian = `<html lang=de><body><p>${"Добро пожаловать в Москву, друзья. ".repeat(3)}</p></body></html>`
    assert.strictEqual(Charset.decode(encoder("windows-1251")(russian)).text, russian)
  })

  it("is read in linear time, with any root element", () => {
    for (const part of ["<html ", "<html lang", " lang=", "\u00e9"]) {
      assert.isString(Charset.decode(encoder("windows-1252")(`${part.repeat(100_000)}\u00e9`)).text)
    }
  })
})
