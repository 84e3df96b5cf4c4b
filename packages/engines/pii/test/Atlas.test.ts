/** The atlas of national numbers: published examples, and numbers generated from each row. */
import { detect } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { examples } from "./atlasExamples.ts"

interface Row {
  readonly country: string
  readonly names: string
  readonly shape: RegExp
  readonly check?: (number: string) => boolean
  readonly source: string
}
const { rows } = await import(new URL("../src/internal/atlas.ts", import.meta.url).href) as {
  readonly rows: ReadonlyArray<Row>
}

/** Examples that specifications and offices publish, behind the name that forms give them. */
const published: ReadonlyArray<readonly [before: string, number: string]> = [
  ["SVNR: ", "1237 010180"],
  ["TFN ", "123 456 782"],
  ["Medicare no. ", "2123 45670 1"],
  ["Rijksregisternummer: ", "85.07.30-033 28".replace(" ", ".")],
  ["ЕГН: ", "7523169263"],
  ["CNPJ ", "16.727.230/0001-97"],
  ["SIN: ", "046 454 286"],
  ["AHV-Nummer: ", "756.9217.0769.85"],
  ["RUT: ", "12.531.909-2"],
  ["rodné číslo: ", "710319/2745"],
  ["Personalausweisnummer: ", "L01X00T47"],
  ["CPR: ", "211062-5629"],
  ["isikukood ", "37605030299"],
  ["DNI: ", "12345678Z"],
  ["NIE ", "X1234567L"],
  ["hetu: ", "131052-308T"],
  ["henkilötunnus on ", "131052-308T"],
  ["Numéro de sécurité sociale : ", "2 95 10 99 126 111 93"],
  ["NI number ", "QQ 12 34 56 C"],
  ["NHS number: ", "943 476 5919"],
  ["ΑΦΜ: ", "094259216"],
  ["OIB: ", "33392005961"],
  ["PPS number: ", "1234567T"],
  ["תעודת זהות: ", "39337423"],
  ["Aadhaar: ", "2341 2341 2346"],
  ["PAN: ", "ACUPA7085R"],
  ["asmens kodas ", "33309240064"],
  ["CURP: ", "BOXW310820HNERXN09"],
  ["RFC: ", "GODE561231GR8"],
  ["BSN: ", "111222333"],
  ["PESEL: ", "44051401359"],
  ["NIP: ", "8567346215"],
  ["NIF: ", "501 964 843"],
  ["CNP: ", "1800101221144"],
  ["personnummer: ", "880320-0016"],
  ["NRIC: ", "S1234567D"],
  ["EMŠO: ", "0101006500006"],
  ["NPI: ", "1234567893"],
  ["MBI: ", "1EG4-TE5-MK73"],
  ["ID number: ", "7503305044089"]
]

describe("atlas", () => {
  it.each(published)("finds the published number behind %j", (before, number) => {
    const text = `${before}${number}\n`
    assert.deepStrictEqual(detect(text).map(({ end, start }) => text.slice(start, end)), [number])
  })

  it.each(examples)("finds the number of %s behind %j in a line, a sentence and a table", (_country, name, number) => {
    const found = (text: string) =>
      detect(text, { entities: ["FINANCIAL"] }).map(({ end, start }) => text.slice(start, end))
    for (
      const text of [
        `${name}: ${number}`,
        `The form has ${name} ${number}, signed by hand.`,
        `| ${name} | ${number} |\n`
      ]
    ) {
      assert.deepStrictEqual(found(text), [number], text)
    }
  })

  it.each(examples)("finds the number of %s in a column with the header %j", (_country, name, number) => {
    for (
      const text of [
        `| Town | ${name} |\n| --- | --- |\n| Ely | ${number} |\n`,
        `Town;${name};Ref\nEly;${number};7\n`
      ]
    ) {
      const start = text.indexOf(number)
      assert.isTrue(
        detect(text).some((span) => span.start <= start && span.end >= start + number.length),
        text
      )
    }
  })

  it.each([
    ["PL", "NIP: ", "PL 856-734.62 15"],
    ["CH", "UID ", "CHE 100 155 212"],
    ["BG", "ЕГН: ", "752316 926 3"],
    ["NZ", "IRD number: ", "NZ 49-098-576"]
  ])("finds a number of %s after %j in another spelling", (_country, before, number) => {
    const text = `${before}${number}\n`
    assert.deepStrictEqual(detect(text).map(({ end, start }) => text.slice(start, end)), [number])
  })

  it.each([
    ["D.N.I.: ", "12345678Z"],
    ["R.F.C. ", "GODE561231GR8"],
    ["CPF do titular: ", "529.982.247-25"],
    ["RUT del cliente ", "12.531.909-2"],
    ["Isikukood (IK): ", "37605030299"],
    ["ЕГН на лицето: ", "7523169263"],
    ["Единен граждански номер: ", "7523169263"],
    ["आधार संख्या: ", "2341 2341 2346"],
    ["Sozialversicherungs-Nr. ", "12 190367 K 006"],
    ["burgerservicenr.: ", "111222333"],
    ["Nº de la Seguridad Social: ", "28 12345678 40"],
    ["kt. ", "120174-3399"],
    ["Паспорт РФ: ", "45 04 123456"],
    ["國民身分證統一編號: ", "A123456789"],
    ["Soc. Sec. #: ", "536-22-8726"]
  ])("finds a number after %j, as forms write its name", (before, number) => {
    const text = `${before}${number}\n`
    assert.deepStrictEqual(detect(text).map(({ end, start }) => text.slice(start, end)), [number])
  })

  it("does not treat an abbreviation in a sentence as the name of a number", () => {
    for (const text of ["a fix (cf: 20200201)", "It is at CR 20240101.", "VAT 20 percent of 12345678 EUR"]) {
      assert.deepStrictEqual(detect(text), [], text)
    }
  })

  it("contains numbers of at least eighty countries", () =>
    assert.isAtLeast(new Set(rows.map(({ country }) => country)).size, 80))

  it("has a source, a name and a shape in each row, in the order of the countries", () => {
    const countries = rows.map(({ country }) => country)
    assert.deepStrictEqual(countries, countries.toSorted())
    assert.isTrue(rows.every(({ names, shape, source }) => names !== "" && source !== "" && shape.sticky))
  })

  it.each(rows.filter(({ check }) => check !== undefined).map((row) => [row.country, row.names, row] as const))(
    "needs no label for valid check digits of %s, %s",
    (_country, names, { check, shape }) => {
      const numbers = fc.sample(fc.stringMatching(new RegExp(`^(?:${shape.source})$`)), { numRuns: 3000, seed: 48 })
      const plain = (number: string) => number.replace(/[ ./-]/g, "").toUpperCase()
      const valid = numbers.filter((number) => check!(plain(number)))
      assert.isAbove(valid.length, 0, "some numbers hold")
      assert.isBelow(valid.length, numbers.length / 4, "most made-up numbers do not hold")
      const name = names.split("|").find((one) => /^\p{L}[\p{L} ]*$/u.test(one))!
      for (const number of valid.slice(0, 10)) {
        const text = `${name}: ${number}\n`
        assert.isTrue(
          detect(text).some(({ end, entity, start }) =>
            entity === "FINANCIAL" && start <= name.length + 2 && end >= name.length + 2 + number.length
          ),
          text
        )
      }
    }
  )

  it("needs valid check digits if the label has other meanings", () => {
    for (
      const text of ["Medicare 212345678", "ID number: 1234567890123", "the pan 500100732", "a sin 046454286", "RUT 5"]
    ) {
      assert.deepStrictEqual(detect(text), [], text)
    }
  })
})
