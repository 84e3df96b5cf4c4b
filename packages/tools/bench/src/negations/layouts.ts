/** Pages that forbid something, in common layouts. They were not written for a rule of the segmenter. */
import { foreign } from "./languages.ts"

export interface Case {
  readonly layout: string
  readonly url: string
  readonly text: string
  readonly act: string
  /**
   * Expressions, one of which must match each output that quotes the act. They match the negation before, around, or
   * after it.
   */
  readonly governed: RegExp
  readonly query: string
}

interface Act {
  readonly act: string
  readonly verb: string
  readonly rest: string
}

const acts: ReadonlyArray<Act> = [
  { act: "open the valve by hand", verb: "open", rest: "the valve by hand" },
  { act: "bypass the interlock of the winch", verb: "bypass", rest: "the interlock of the winch" },
  { act: "refill the cryostat with water", verb: "refill", rest: "the cryostat with water" },
  { act: "vent the chamber into the hall", verb: "vent", rest: "the chamber into the hall" },
  { act: "ignite the burner with a match", verb: "ignite", rest: "the burner with a match" }
]

const before =
  "The laboratory keeps a journal, which the warden signs at dusk. A visitor of the hall, e.g. a student of Prof. Okafor,"
const condition = "while the red lamp of the hood is lit or the fan is off"
const behind = "The journal is bound in cloth. Its pages are numbered by the clerk."

const wrap = (text: string, columns: number, mark = "", rest = mark): string => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(" ")) {
    if (line !== "" && `${line} ${word}`.length > columns) {
      lines.push(line)
      line = word
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line].map((each, at) => (at === 0 ? mark : rest) + each).join("\n")
}

const brokenAt = (text: string, word: string, mark = "", end = "\n"): string => {
  const place = text.indexOf(word) + word.length
  const columns = 62
  const head = wrap(text.slice(0, place), columns, mark)
  const tail = wrap(text.slice(place).trim(), columns, mark)
  return `${head}${end}${tail}`
}

const prose = (act: Act, no: string) => `${before} ${no} ${act.act} ${condition}. ${behind}`

type Write = (act: Act) => readonly [text: string, governed: RegExp, shown?: string]

const simple = (write: (text: string) => string, no = "must under no circumstances"): Write => (act) => [
  write(prose(act, no)),
  new RegExp(`${no} ${act.act}`)
]

const eitherOrder = (governor: string, act: string): RegExp => new RegExp(`${governor}.*${act}|${act}.*${governor}`)

const marked = (mark: string): Write => simple((text) => brokenAt(text, "circumstances", mark))

const listed = (lead: string, mark: string): Write => (act) => [
  `Rules of the hall\n\n${lead}\n\n${mark}${act.act} ${condition}\n${mark}paint the door of the hall in red\n${mark}ring the bell at noon\n\n${behind}`,
  eitherOrder(lead.replace(/^#+ |:$/g, ""), act.act)
]

export const layouts: Readonly<Record<string, Write>> = {
  "plain lines": marked(""),
  "quoted mail": marked("> "),
  "mail quoted twice": marked(">> "),
  "mail quoted twice with spaces": marked("> > "),
  "comment //": marked("// "),
  "comment ///": marked("/// "),
  "comment #": marked("# "),
  "comment *": marked(" * "),
  "comment * without indentation": marked("* "),
  "comment * in a class": marked("     * "),
  "comment --": marked("-- "),
  "comment ;": marked("; "),
  "comment %": marked("% "),
  "comment /* */": simple((text) => `/*\n${brokenAt(text, "circumstances", "   ")}\n*/\nint pump;`),
  "comment in long code": simple((text) =>
    `\`\`\`java\n${"int valveCount = registry.lookup(pump).size();\n".repeat(40)}${
      brokenAt(text, "circumstances", "  // ")
    }\nrun();\n\`\`\``
  ),
  "documentation string in long code": simple((text) =>
    `\`\`\`python\n${"value_count = registry.lookup(pump).size\n".repeat(45)}def run():\n    """Runs.\n\n${
      brokenAt(text, "circumstances", "    ")
    }\n    """\n    return 1\n\`\`\``
  ),
  "text in a fence": simple((text) => `Mail of May:\n\n\`\`\`\n${brokenAt(text, "circumstances")}\n\`\`\``),
  "mail in a fence": simple((text) =>
    `Mail of May:\n\n\`\`\`\n${brokenAt(text, "circumstances", "> ")}\nI agree with all of this.\n\`\`\``
  ),
  "comment * in a fence": simple((text) => `Source:\n\n\`\`\`\n${brokenAt(text, "circumstances", " * ")}\n\`\`\``),
  "<br>": simple((text) => brokenAt(text, "circumstances", "", "<br>\n")),
  "<br/> without a line end": simple((text) => brokenAt(text, "circumstances", "", "<br/>")),
  "two spaces": simple((text) => brokenAt(text, "circumstances", "", "  \n")),
  "a backslash": simple((text) => brokenAt(text, "circumstances", "", "\\\n")),
  "line ends of Windows": simple((text) => brokenAt(text, "circumstances").replaceAll("\n", "\r\n")),
  "item with a hanging indentation": simple((text) =>
    `Rules:\n\n- Ring the bell at noon.\n${wrap(text, 48, "- ", "  ")}\n- Paint the door in red.`
  ),
  "numbered item with a deep indentation": simple((text) =>
    `Rules:\n\n 9.   Ring the bell at noon.\n${wrap(text, 52, "10.   ", "      ")}\n11.   Paint the door in red.`
  ),
  "item with tabs": simple((text) => `Rules:\n\n-\tRing the bell at noon.\n${wrap(text, 50, "-\t", "\t")}\n`),
  "item of a lead": listed("It is not allowed to:", "- "),
  "item below a heading": listed("## Never", "- "),
  "item below a heading that forbids": listed("## What visitors must not do", "* "),
  "nested item": (act) => [
    `Rules\n\n- In the hall:\n  - Never do this:\n    - ${act.act} ${condition}\n    - paint the door\n- In the yard:\n  - ring the bell\n`,
    eitherOrder("Never do this", act.act)
  ],
  "emphasis": simple((text) =>
    brokenAt(text.replace("under no circumstances", "**under no circumstances**"), "circumstances**")
  ),
  "emphasis of HTML": simple((text) =>
    brokenAt(text.replace("under no circumstances", "<em>under no circumstances</em>"), "circumstances</em>")
  ),
  "a footnote mark between": simple((text) =>
    brokenAt(text.replace("circumstances", "circumstances[^12]"), "circumstances[^12]")
  ),
  "a reference between": simple((text) =>
    brokenAt(text.replace("circumstances", "circumstances [3]"), "circumstances [3]")
  ),
  "a bracket between": (act) => [
    brokenAt(prose(act, "must not (see sec. 4.2 of the rules)"), "(see sec."),
    new RegExp(`must not \\(see sec\\. 4\\.2 of the rules\\) ${act.act}`)
  ],
  "a hyphen": (act) => [
    brokenAt(prose(act, "can-@not").replace("can-@not", "can-\nnot"), "can-"),
    new RegExp(`can-? ?not ${act.act}`)
  ],
  "a hyphen behind": (act) => {
    const half = act.act.slice(0, 2)
    return [
      prose(act, "must not").replace(`must not ${act.act}`, `must not ${half}-\n${act.act.slice(2)}`),
      new RegExp(`must not ${half}-? ?${act.act.slice(2)}`)
    ]
  },
  "a page break": (act) => {
    const lines = brokenAt(prose(act, "must under no circumstances"), "circumstances").split("\n")
    const cut = lines.findIndex((line) => line.endsWith("circumstances")) + 1
    const page = (number: number) => `Okafor                    Rules                    [Page ${number}]`
    return [
      [
        "RFC 9999          Rules of the Laboratory          May 2026",
        "",
        ...lines.slice(0, cut),
        "",
        page(7),
        "\f",
        "RFC 9999          Rules of the Laboratory          May 2026",
        "",
        ...lines.slice(cut),
        "",
        page(8)
      ].join("\n"),
      new RegExp(`must under no circumstances ${act.act}`)
    ]
  },
  "a row of a table": (act) => [
    `| act | state |\n| --- | --- |\n| ring the bell | allowed |\n| ${act.act} | not allowed |\n| paint the door | allowed |\n\n${behind}`,
    new RegExp(`${act.act}.*not allowed`)
  ],
  "a cell of a table": (act) => [
    `| place | rule |\n| --- | --- |\n| yard | Ring the bell at noon. |\n| hall | A visitor must under no circumstances<br>${act.act}. |\n\n${behind}`,
    new RegExp(`under no circumstances ${act.act}`)
  ],
  "a table that forbids": (act) => [
    `| You must not | You may |\n| --- | --- |\n| ${act.act} | ring the bell |\n| paint the door | sign the journal |\n\n${behind}`,
    eitherOrder("You must not", act.act)
  ],
  "an exception behind": (act) => [
    `${before} may ${act.act} at noon.\nExcept when the red lamp is lit. ${behind}`,
    new RegExp(`${act.act} at noon\\. Except when the red lamp is lit`)
  ],
  "an answer behind": (act) => [
    `The clerk knows the hall. Is a visitor allowed to ${act.act}?\nNo. ${behind}`,
    new RegExp(`${act.act}\\? No\\.`)
  ],
  "a description of a manual": (act) => [
    `OPTIONS\n       -f     Force. This option must under no circumstances\n              ${act.act} ${condition}.\n\n       -q     Say nothing.\n`,
    new RegExp(`must under no circumstances ${act.act}`)
  ],
  "a denial": (act) => [
    brokenAt(
      `The warden was asked on Monday by a reader. He denied in the strongest terms that visitors ${act.act} at night. ${behind}`,
      "terms that"
    ),
    new RegExp(`denied in the strongest terms that visitors ${act.act}`)
  ]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

export const cases = (): ReadonlyArray<Case> => {
  const out: Array<Case> = []
  const names = Object.keys(layouts)
  for (let number = 0; out.length < 200 - foreign.length; number++) {
    const layout = names[number % names.length]!
    const act = acts[(number + Math.floor(number / names.length)) % acts.length]!
    const [text, governed] = layouts[layout]!(act)
    const host = `lab${number}.example`
    out.push({ layout, url: `https://${host}/`, text, act: act.act, governed, query: act.act })
  }
  for (const [number, [language, sentence, act, rest]] of foreign.entries()) {
    const [head, tail] = sentence.split("|") as [string, string]
    const whole = /[\u3040-\u30ff\u4e00-\u9fff]/.test(sentence) ? head + tail : `${head} ${tail}`
    const host = `sprache${number}.example`
    out.push({
      layout: language,
      url: `https://${host}/`,
      text: `${rest}\n${head}\n${tail} ${rest}`,
      act,
      governed: new RegExp(escaped(whole)),
      query: act
    })
  }
  return out
}
