import { assert, describe, it } from "@effect/vitest"
import { markdownOf, sketch, sketches } from "./pdfSketch.ts"

const prose = `The quick brown fox jumps over the lazy dog and then rests for a while
in the shade of the old oak tree, where the grass is soft and green and
nobody comes by before the evening bell rings from the village church.`

describe("pages", () => {
  it("omit the chapter name above the text", () => {
    const text = markdownOf(...sketches(`
                                     ,Sailing


# Sailing

${prose}
================
                                     ,12 Sailing


${prose}
`))
    assert.strictEqual(text.match(/Sailing/g)?.length, 1)
  })

  it("keep years in a table header, and titles that differ in a number", () => {
    const text = markdownOf(...sketches(`
# Lesson 1


${prose}
================
# Lesson 2


${prose}
================
# Lesson 3


${prose}
================
Kind            2021              2022              2023

Ferry           14                16                18

Tanker          12                19                11

Barge           31                29                28


${prose}
`))
    assert.include(text, "# Lesson 1\n")
    assert.include(text, "# Lesson 3\n")
    assert.include(text, "| Kind | 2021 | 2022 | 2023 |")
  })

  it("keep the empty lines and the indentation of code across a page break", () => {
    const text = markdownOf(...sketches(`
${prose}

\`function read() {
  \`const counts = {}
================
  \`return counts
\`}

\`read()


${prose}
`))
    assert.include(text, "```\nfunction read() {\n  const counts = {}\n  return counts\n}\n\nread()\n```")
  })
})

describe("a page", () => {
  it("writes the entries of a table of contents as lines of text", () => {
    const text = markdownOf(sketch(`
#Contents

*1 Hulls                                                                  *4
   1.1 Wooden hulls . . . . . . . . . . . . . . . . . . . . . . . . . . .  5
   1.2 Steel hulls ......................................................  7

*2 Sails                                                                  *9


${prose}
`))
    assert.match(text, /^1 Hulls 4\n\n1\.1 Wooden hulls (?:\. ?)+ 5 {2}\n1\.2 Steel hulls \.+ 7\n\n2 Sails 9$/m)
    assert.notInclude(text, "|")
  })

  it("excludes a line far above a table from it", () => {
    const text = markdownOf(sketch(`
Invoice 2020-10                               January 8



Part                    Count                 Price

Float                   2                     120.00

Drum                    1                     95.50

Pen                     12                    3.20
`))
    assert.include(text, "Invoice 2020-10\n\nJanuary 8\n\n| Part | Count | Price |")
  })

  it("continues after small print at the foot of a column", () => {
    const left = Array.from({ length: 10 }, () => "the wind turned and somebody read the gauge,")
    const picture = left.map((text) => `${text}      ${text.replace(/,$/, "")}`).join("\n")
    const text = markdownOf(sketch(
      `
${picture}

,Permission to make copies of this
,work is granted to all.
`,
      { written: "columns" }
    ))
    assert.match(text, /gauge, the wind turned and somebody read the gauge the wind/)
    assert.match(text, /\n\nPermission to make copies of this work is granted to all\.$/)
  })

  it("treats a larger line of another font, and a bold one with a colon, as titles", () => {
    const text = markdownOf(sketch(`
*What the Fox Does:
${prose}

#Where it Sleeps

In the old oak tree, as everybody knows.
`))
    assert.match(text, /^#+ What the Fox Does:\n\nThe quick/)
    assert.match(text, /\n\n#+ Where it Sleeps\n\nIn the old oak/)
  })

  it("does not treat a telephone number as a list item, or a parent item as a title", () => {
    const text = markdownOf(sketch(`
${prose}

1. The pier was made longer:
    a. piles were driven,
    b. rails were laid.



Rance Thomas
(314) 921-7364
`))
    assert.include(text, "\n\n1. The pier was made longer:\n   - a. piles were driven,\n   - b. rails were laid.")
    assert.notInclude(text, "- (314)")
  })

  it("attaches items to bullets far before them", () => {
    const text = markdownOf(sketch(`
${prose}

•     sand the hull
•     paint it
      \`o   twice
`))
    assert.include(text, "- sand the hull\n- paint it\n  - twice")
  })

  it("numbers sections of one font size as nested sections", () => {
    const text = markdownOf(sketch(`
#1 Hulls

${prose}

#1.1 Wood

${prose}

#2 Sails

${prose}
`))
    assert.match(text, /^# 1 Hulls\n[^]*^## 1\.1 Wood\n[^]*^# 2 Sails\n/m)
  })

  it("lists its authors in order between title and text", () => {
    const text = markdownOf(sketch(`
                #Quiet Hulls in Cold Harbours



          Ada Lindqvist                                   Bayo Okafor
          Institute of Tides                              Department of Ports
          ada@example.org                                 bayo@example.org


*Abstract
${prose}
`))
    assert.include(
      text,
      "# Quiet Hulls in Cold Harbours\n\nAda Lindqvist  \nInstitute of Tides  \nada@example.org\n\n" +
        "Bayo Okafor  \nDepartment of Ports  \nbayo@example.org\n\n## Abstract\n\nThe quick"
    )
  })
})
