/** Names that no list has, by the words around them in nine languages, and the same words around things. */
import { detect } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"

const persons = (text: string): ReadonlyArray<string> =>
  detect(text, { entities: ["PERSON"] }).map(({ end, start }) => text.slice(start, end))

describe("words around an unlisted name", () => {
  it.each([
    ["Ihre Ansprechpartnerin ist für Herrn Zwolkrem da.", "Zwolkrem"],
    ["Uw contactpersoon is mevrouw Smoltrink.", "Smoltrink"],
    ["Uw contactpersoon is mevrouw van den Smoltrink.", "van den Smoltrink"],
    ["De rekening is door de heer Smoltrink betaald en dat was het.", "Smoltrink"],
    ["A sua pessoa de contato é a senhora Olerdat.", "Olerdat"],
    ["Osobą do kontaktu jest pani Wrzymska i to jest ważne, a nie tylko dla nas.", "Wrzymska"]
  ])("identify the title in %j", (text, name) => assert.deepStrictEqual(persons(text), [name]))

  it.each([
    ["Das Buch wurde von der Lektorin Gortlind Beckrem überarbeitet.", "Gortlind Beckrem"],
    ["Dirige la empresa con su hermano Zabenio Bornica.", "Zabenio Bornica"],
    ["Le livre a été revu par l’éditrice Zabenie Bornique.", "Zabenie Bornique"],
    ["Il libro è stato rivisto dalla redattrice Zabenia Bornichi.", "Zabenia Bornichi"],
    ["Samen met haar broer Zabe Bornstra leidt ze het bedrijf.", "Zabe Bornstra"],
    ["Ela dirige a empresa com o irmão Zabênio Bornilho.", "Zabênio Bornilho"],
    ["Książkę opracowała redaktorka Zabenia Bornik.", "Zabenia Bornik"]
  ])("identify the profession or relation in %j", (text, name) => assert.deepStrictEqual(persons(text), [name]))

  it.each([
    ["Mit freundlichen Grüßen\nAmrandel Albistrem", "Amrandel Albistrem"],
    ["Atenciosamente,\nDurnia Francoval", "Durnia Francoval"],
    ["Z poważaniem\nDurnia Wrzymska\n", "Durnia Wrzymska"],
    ["Cordiali saluti\n\nDurnia Francovalli", "Durnia Francovalli"]
  ])("identify the signature in %j", (text, name) => assert.deepStrictEqual(persons(text), [name]))

  it.each([
    ["Hallo Ingeborg, vielen Dank für deine Nachricht.", "Ingeborg"],
    ["Ciao Stefania, grazie mille per il tuo messaggio.", "Stefania"],
    ["Querida Begoña, te escribo mañana.", "Begoña"],
    ["Cześć Agnieszka, dziękuję bardzo za wiadomość.", "Agnieszka"]
  ])("identify the greeting in %j", (text, name) => assert.deepStrictEqual(persons(text), [name]))

  it.each([
    ["Saymira Vescorem wurde 1962 in Bremen geboren und studierte dort.", "Saymira Vescorem"],
    ["Zabenia Bornichi è nata nel 1962 a Genova.", "Zabenia Bornichi"],
    ["Zabenie Bornique est née en 1962 à Rennes.", "Zabenie Bornique"],
    ["Zabenio Bornica nació en 1962 en Bilbao.", "Zabenio Bornica"],
    ["Zabbin Bornstead was born in 1962 in Bristol.", "Zabbin Bornstead"]
  ])("identify the biography in %j", (text, name) => assert.deepStrictEqual(persons(text), [name]))

  it("identify the second of two names that a conjunction joins", () =>
    assert.deepStrictEqual(persons("Das Drehbuch schrieben Maria Lindqvist und Zabenik Bornstrem."), [
      "Maria Lindqvist",
      "Zabenik Bornstrem"
    ]))

  it("include the particle between the parts of a Dutch name", () =>
    assert.deepStrictEqual(persons("Het plan is van Hendrika in ’t Smolt en dat is goed."), [
      "Hendrika in ’t Smolt"
    ]))
})

describe("the same words without a name", () => {
  it.each([
    "Hallo Welt, das ist der erste Satz.",
    "Ciao Mondo, questa è la prima frase.",
    "Wir lieben Software und ich liebe Python.",
    "Das Werkzeug wurde 2004 in Bremen gebaut.",
    "Mit freundlichen Grüßen\nIhr Kundendienst",
    "Cordialement,\nLe service client",
    "La règle fille du sélecteur parent est ignorée.",
    "Le processus fils Bash est arrêté.",
    "Smażymy naleśniki. Patelnia Tefal jest gorąca.",
    "Die Bibliothek steht unter der MIT-Lizenz und Apache-Lizenz.",
    "Sélectionnez le compte et Enregistrer sous."
  ])("identify nobody in %j", (text) => assert.deepStrictEqual(persons(text), []))
})
