/** Names that only their position identifies: in mails, letters, fields, columns and lists. */
import { detect, explain } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"

const persons = (text: string) => detect(text, { entities: ["PERSON"] }).map(({ end, start }) => text.slice(start, end))

/** Whether the findings cover all letters of each name. */
const lacks = (text: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = detect(text, { entities: ["PERSON"] })
  return names.filter((name) => {
    const start = text.indexOf(name)
    return !Array.from(name).every((letter, at) =>
      !/\p{L}/u.test(letter) || found.some((span) => span.start <= start + at && span.end > start + at)
    )
  })
}

const texts: ReadonlyArray<readonly [what: string, text: string, names: ReadonlyArray<string>]> = [
  ["next to a mail address", "Thanks to Aquila Bdalova <abdalova@quill.example> for the patch.", ["Aquila Bdalova"]],
  [
    "before an address in the next line",
    "Op di 3 nov 2026 om 09:14 schreef Mart Oosterdam\n<m.oosterdam@quill.example>:",
    [
      "Mart Oosterdam"
    ]
  ],
  [
    "in the header of a reply",
    "Von: Walli Peukerting\nGesendet: Dienstag\nAn: Luis Grüner; Galvani, Diana\nBetreff: Plan",
    [
      "Walli Peukerting",
      "Galvani, Diana"
    ]
  ],
  ["in a salutation with a title", "Szanowny Panie Kociemba,\n\ndziękuję za plany.", ["Kociemba"]],
  ["in a salutation with a comma", "Hola, Matilde:\n\nUna cosa más: las llaves.", ["Matilde"]],
  ["in a Russian salutation", "Привет, Ярополк!\n\nСпасибо за чертежи.", ["Ярополк"]],
  ["in a short signature", "See you then.\n\nBest,\nCynthia\n", ["Cynthia"]],
  ["in a signature in a quotation", "> Un saludo\n> Loreto Gomila\n", ["Loreto Gomila"]],
  ["in a list of guests with the family name first", "Gäste: Etzold, Traugott; Kostolzin, Antonio\nProtokoll: offen", [
    "Etzold, Traugott",
    "Kostolzin, Antonio"
  ]],
  ["after a label with the family name first", "Témoin : Royer, Isabelle\nLieu : mairie", ["Royer, Isabelle"]],
  ["in a wrapped list", "Present: Terry Roberts, Jeffrey Herring, David Perkins (chair), Anton\nDesmond\n", [
    "Anton\nDesmond"
  ]],
  ["after a label", "Rekeninghouder: Lode Vandeputte\n", ["Lode Vandeputte"]],
  [
    "in the column of other names",
    "Graham Sheane;Patricia Jones;0\nZac Hunt;Holly Ali;1\nCharlie Harris;Maria Green;2\nAnna Miller;Alisha Crosby;3\n",
    [
      "Zac Hunt"
    ]
  ],
  [
    "in a column with the header of names",
    "<table><tr><th>Nome</th><th>Ruolo</th></tr>\n<tr><td>Laura Puglisi</td><td>Cuoca</td></tr>\n<tr><td>Fiamma Gasperi</td><td>Autista</td></tr></table>",
    [
      "Fiamma Gasperi"
    ]
  ],
  [
    "in columns of fixed width",
    "Maria Keller        Driver    7\nJames Pope          Cook      8\nAnna Miller         Warden    9\nPeter Novak         Cook      3\n",
    [
      "James Pope"
    ]
  ],
  ["with a particle in capitals", "Ik heb Dirk De Bruyne en Lotte van de Water gevraagd.", [
    "Dirk De Bruyne",
    "Lotte van de Water"
  ]],
  ["of a speaker", "Mary Thompson: the skip is full again.\nMoreno: can we not order a second one?\n", ["Moreno"]],
  ["in a contact card", "BEGIN:VCARD\nVERSION:3.0\nN:Striebitz;Vinko;;;\nFN:Vinko Striebitz\nEND:VCARD\n", [
    "Striebitz",
    "Vinko",
    "Vinko Striebitz"
  ]],
  ["after a title with particles", "¿Podrían usted y el Dr. de la Rosa acordar la redacción?", ["de la Rosa"]]
]

describe("names that their position identifies", () => {
  it.each(texts)("are found %s", (_what, text, names) => assert.deepStrictEqual(lacks(text, names), [], text))

  it("have a rule that explains them", () => {
    for (const [, text] of texts) {
      for (const { reason, rule } of explain(text)) if (rule === reason) assert.fail(`${reason} has no words`)
    }
  })

  it.each([
    "Mit freundlichen Grüßen\nIhr Kundendienst\n",
    "Best regards,\nThe Support Team\n",
    "Dear Customer,\n\nyour parcel is on its way.",
    "Привет, Мир!\n",
    "Built by NetworkX Developers <networkx@lists.example>",
    "From: London Bridge\nTo: Oxford Circus\n",
    "Region: Austin, Texas\nColour: Blue, Gold\n",
    "Action: Save File\nOwner: root\nStatus: Open\n",
    "| Kind | Sort |\n| --- | --- |\n| Bread | White Rye |\n| Oil | Dark Gold |\n| Rice | Brown Long |\n",
    "Note: keep the door shut.\nWarning: hot surface.\n",
    "FN:42\nN:\n"
  ])("are not found in %j", (text) => assert.deepStrictEqual(persons(text), [], text))
})
