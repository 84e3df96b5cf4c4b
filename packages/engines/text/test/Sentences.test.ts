import { Sentences } from "@dunlin/text"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"

const split = (line: string): ReadonlyArray<string> =>
  Sentences.split(line).map(({ end, start }) => line.slice(start, end))

/** Each row is one line, written as its sentences. */
const golden: Readonly<Record<string, ReadonlyArray<string>>> = {
  "titles, initials and times": ["Dr. J. R. Gonzalez waits until 4.30 p.m. on Monday.", "Do not open the valve."],
  "references and amounts": ["See Fig. 3 and pp. 4-9.", "No. 5 costs $4.50, i.e. less.", "The U.S. Navy pays."],
  "companies": ["Valve Inc. makes pumps.", "The lock belongs to Valve Inc.", "It is old."],
  "enumerations": ["1. Open the valve.", "Ring the bell."],
  "a quotation with its author": ["He said: \"Open it. Do not wait.\"", "Then he left."],
  "a question inside a quotation": ["“Is it open? Is it safe?” she asked.", "Nobody answered."],
  "brackets": ["The lock (it is old. It leaks.) stays closed.", "The bridge opens."],
  "ellipses and signs": ["Really?!", "Well... he waited... and left.", "Done."],
  "code, links and URLs": ["Call `pump.open. Now` or [a. B](https://a.example/x. Y).", "Visit www.b.example."],
  "notes": ["The pump failed.[1]", "It was mended.[^2]", "It runs."],
  "emphasis": ["**Do not open.**", "*Never.*", "Thanks."],
  "German": [
    "Das gilt z. B. am 5. Mai bzw. ab dem 2. Tag, vgl. Abs. 2.",
    "Der 2. Weltkrieg endete 1945.",
    "Nicht öffnen!"
  ],
  "French": ["M. Dupont n’ouvre pas la vanne, cf. p. 3.", "« Attendez. Non. » dit-il.", "Il part."],
  "Spanish": ["El Sr. Gómez no abre la válvula.", "¿Está abierta?", "¡No la abra!"],
  "Italian": ["Il sig. Rossi non apre la valvola, cfr. art. 5.", "È chiusa."],
  "Portuguese": ["A Sra. Silva não abre a válvula.", "Está fechada."],
  "Dutch": ["Dhr. de Vries opent de klep niet, d.w.z. nooit.", "Zij is dicht."],
  "Polish": ["Proszę nie otwierać zaworu, tzn. nigdy.", "Jest zamknięty."],
  "Swedish": ["Öppna inte ventilen, t.ex. för hand.", "Den är stängd."],
  "Russian": ["Он живёт в г. Москва, ул. Садовая, т. е. не здесь.", "Не открывать!"],
  "Greek": ["Μην ανοίγετε τη βαλβίδα.", "Είναι κλειστή."],
  "Hindi": ["वाल्व मत खोलिए।", "पंप बंद है।"],
  "Arabic": ["هل الصمام مفتوح؟", "لا تفتح الصمام."]
}

for (const [name, sentences] of Object.entries(golden)) {
  it(`splits ${name}`, () => {
    assert.deepStrictEqual(split(sentences.join(" ")), sentences)
  })
}

it("splits Chinese and Japanese without spaces, and does not split a quotation", () => {
  for (
    const sentences of [
      ["他说：「打开它。不要等。」", "阀门已关闭！", "为什么？"],
      ["「開けますか？」と聞いた。", "彼は開けなかった。"]
    ]
  ) assert.deepStrictEqual(split(sentences.join("")), sentences)
})

it("returns parts that cover the whole line in order", () => {
  const pieces = fc.constantFrom(
    "a",
    "Dr",
    "B",
    ".",
    "!",
    "。",
    " ",
    "\"",
    "(",
    ")",
    "[",
    "](x)",
    "`",
    "*",
    "1",
    "«",
    "»",
    "…",
    "\\",
    "<",
    "_"
  )
  fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")), (line) => {
    let at = 0
    for (const { end, start } of Sentences.split(line)) {
      assert.strictEqual(line.slice(at, start).trim(), "")
      assert.isAbove(end, start)
      at = end
    }
    assert.strictEqual(line.slice(at).trim(), "")
  }))
})

it("reads hostile lines in linear time", () => {
  const size = 50_000
  for (
    const piece of [
      ". ",
      "a. ",
      "(",
      ").",
      "\" ",
      "`",
      "[",
      "](",
      "1. ",
      "A.",
      ". (",
      "「。",
      "e.g. ",
      "*",
      "<",
      "...",
      ".\" "
    ]
  ) {
    assert.isAtLeast(Sentences.split(piece.repeat(size)).length, 1)
  }
})

it("finds sentences that limit the previous one, in several languages", () => {
  for (
    const one of [
      "Unless the pump is off.",
      "Only if it rains.",
      "Otherwise wait.",
      "Außer bei Sturm.",
      "Sauf le lundi.",
      "Salvo los lunes."
    ]
  ) {
    assert.isTrue(Sentences.isLimiting(one), one)
  }
  for (const one of ["The pump is off.", "Nothing happens.", "Notes follow."]) {
    assert.isFalse(Sentences.isLimiting(one), one)
  }
})
