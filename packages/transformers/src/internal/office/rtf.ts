/** Converts Rich Text Format 1.9: text, headings, tables, links and notes. */
import type { Account } from "./account.ts"
import { type Cell, cell, escape, heading, type Item, link, list, noteMark, notes, type Read, table } from "./markup.ts"
import { Unreadable } from "./unreadable.ts"

const MAX_DEPTH_OF_GROUPS = 500

const SILENT = new Set([
  "fonttbl",
  "colortbl",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
  "themedata",
  "colorschememapping",
  "latentstyles",
  "datastore",
  "mmathPr",
  "pgptbl",
  "revtbl",
  "filetbl",
  "bkmkstart",
  "bkmkend",
  "nonshppict",
  "fldtype",
  "operator",
  "company",
  "subject",
  "keywords",
  "doccomm",
  "listname",
  "listpicture"
])

const MARGINS = new Set(["header", "footer", "headerl", "headerr", "headerf", "footerl", "footerr", "footerf"])

const SIGNS: Readonly<Record<string, string>> = {
  emdash: "—",
  endash: "–",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  bullet: "•",
  tab: " ",
  line: "\n",
  emspace: " ",
  enspace: " "
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  437: "windows-1252",
  850: "windows-1252",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8"
}

const PAGES_OF_CHARSETS: Readonly<Record<number, number>> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250
}

const decoderOf = (page: number) => {
  const label = CODE_PAGES[page] ?? `windows-${page}`
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder("windows-1252")
  }
}

interface Group {
  goal: "text" | "skip" | "instruction" | "title" | "author" | "styles" | "marker"
  isBold: boolean
  isItalic: boolean
  isHidden: boolean
  isDeleted: boolean
  /** Characters to skip after a Unicode character. They are its fallback for older readers. */
  fallback: number
  page: number
  target: string
}

interface Flow {
  readonly blocks: Array<string>
  items: Array<Item>
  rows: Array<ReadonlyArray<Cell>>
  cells: Array<Cell>
  inline: string
}

const flow = (): Flow => ({ blocks: [], items: [], rows: [], cells: [], inline: "" })

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi

class Reader {
  private readonly account: Account
  private readonly groups: Array<Group> = []
  private group: Group = {
    goal: "text",
    isBold: false,
    isItalic: false,
    isHidden: false,
    isDeleted: false,
    fallback: 1,
    page: 1252,
    target: ""
  }
  private readonly flows: Array<{ readonly flow: Flow; readonly depth: number }> = [{ flow: flow(), depth: 0 }]
  private readonly notes: Array<string> = []
  private readonly levels = new Map<number, number>()
  private readonly pages = new Map<number, number>()
  private style: { number: number | undefined; name: string } = { number: undefined, name: "" }
  private font = 0
  private skipped = 0
  private bytes: Array<number> = []
  private level: number | undefined
  private isItem = false
  private itemLevel = 0
  private isOrdered = false
  private isInTable = false
  private instruction = ""
  private isStarred = false
  title = ""
  author = ""

  constructor(account: Account) {
    this.account = account
  }

  private get flow(): Flow {
    return this.flows.at(-1)!.flow
  }

  private endBytes(): void {
    if (this.bytes.length === 0) return
    const text = decoderOf(this.group.page).decode(new Uint8Array(this.bytes))
    this.bytes = []
    this.write(text)
  }

  private write(text: string): void {
    const { goal, isBold, isDeleted, isHidden, isItalic, target } = this.group
    if (isDeleted) return
    if (goal === "title") this.title += text
    else if (goal === "author") this.author += text
    else if (goal === "instruction") this.instruction += text
    else if (goal === "styles") this.style.name += text
    else if (goal === "marker") this.isOrdered ||= /\d|^[a-z][.)]/i.test(text.trim())
    else if (goal === "text" && isHidden) {
      if (text.trim() !== "") this.account.omit("hiddenText")
    } else if (goal === "text") {
      const html = escape(text).replaceAll("\n", "<br>")
      const strong = isBold && text.trim() !== "" ? `<strong>${html}</strong>` : html
      const styled = isItalic && text.trim() !== "" ? `<em>${strong}</em>` : strong
      this.flow.inline += target === "" ? styled : link(target, styled)
    }
  }

  private put(html: string): void {
    if (html !== "" && this.account.fits(html)) this.flow.blocks.push(html)
  }

  private endList(): void {
    const { flow } = this
    if (flow.items.length > 0) this.put(list(flow.items))
    flow.items = []
  }

  private endTable(): void {
    const { flow } = this
    if (flow.rows.length > 0) this.put(table(flow.rows))
    flow.rows = []
  }

  private endParagraph(): void {
    const { flow } = this
    const html = flow.inline.replace(/<\/strong><strong>|<\/em><em>/g, "").trim()
    if (this.isInTable) {
      flow.inline = html === "" ? "" : `${html}<br>`
      return
    }
    flow.inline = ""
    if (html === "") return
    this.endTable()
    if (this.isItem) flow.items.push({ level: this.itemLevel, isOrdered: this.isOrdered, html })
    else {
      this.endList()
      this.put(this.level === undefined ? `<p>${html}</p>` : heading(this.level, html))
    }
  }

  private endFlow(): string {
    this.isInTable = false
    this.endParagraph()
    this.endList()
    this.endTable()
    return this.flow.blocks.join("\n")
  }

  private open(): void {
    this.endBytes()
    if (this.groups.length > MAX_DEPTH_OF_GROUPS) throw new Unreadable("damaged")
    this.groups.push({ ...this.group })
  }

  private close(): void {
    this.endBytes()
    if (this.group.goal === "styles" && this.style.name !== "") {
      const { name, number } = this.style
      const [, level] = /^\s*heading (\d)$/i.exec(name) ?? (/^\s*title$/i.test(name) ? [name, "1"] : [])
      if (level !== undefined && number !== undefined) this.levels.set(number, Number(level))
      this.style = { number: undefined, name: "" }
    }
    if (this.flows.at(-1)!.depth === this.groups.length && this.flows.length > 1) {
      const html = this.endFlow().replace(/^<p>|<\/p>$/g, "").replace(/<\/p>\n<p>/g, "<br>")
      this.flows.pop()
      this.notes.push(html)
    }
    this.group = this.groups.pop() ?? this.group
  }

  private resetParagraph(): void {
    this.level = undefined
    this.isItem = false
    this.itemLevel = 0
    this.isInTable = false
  }

  private startNote(): void {
    this.flow.inline += noteMark(this.notes.length + 1)
    this.flows.push({ flow: flow(), depth: this.groups.length })
  }

  private startDestination(word: string): boolean {
    const { group } = this
    if (group.goal === "skip") return false
    if (word === "shppict") return true
    if (word === "pict") this.account.omit("picture")
    if (word === "object") this.account.omit("object")
    if (word === "annotation") this.account.omit("comment")
    if (MARGINS.has(word)) this.account.omit("margin")
    if (
      ["pict", "objdata", "annotation", "atnid", "atnauthor"].includes(word) || MARGINS.has(word) || SILENT.has(word)
    ) {
      group.goal = "skip"
    } else if (word === "fldinst") {
      this.instruction = ""
      group.goal = "instruction"
    } else if (word === "fldrslt") {
      group.target = /HYPERLINK\s+"([^"]+)"/i.exec(this.instruction)?.[1] ?? ""
    } else if (word === "info") group.goal = "skip"
    else if (word === "stylesheet") group.goal = "styles"
    else if (word === "listtext" || word === "pntext") {
      this.isItem = true
      this.isOrdered = false
      group.goal = "marker"
    } else if (word === "footnote") this.startNote()
    else return false
    return true
  }

  private character(word: string, on: boolean, value: number): boolean {
    const { group } = this
    if (word === "b") group.isBold = on
    else if (word === "i") group.isItalic = on
    else if (word === "v") group.isHidden = on
    else if (word === "deleted") group.isDeleted = on
    else if (word === "plain") {
      Object.assign(group, { isBold: false, isItalic: false, isHidden: false, isDeleted: false })
    } else if (word === "uc") group.fallback = value
    else if (word === "ansicpg") group.page = value
    else if (word === "f") {
      this.font = value
      group.page = this.pages.get(value) ?? group.page
    } else if (word === "fcharset") this.pages.set(this.font, PAGES_OF_CHARSETS[value] ?? 1252)
    else if (word === "u") {
      this.write(String.fromCharCode(value < 0 ? value + 65_536 : value))
      this.skipped = group.fallback
    } else if (Object.hasOwn(SIGNS, word)) this.write(SIGNS[word]!)
    else return false
    return true
  }

  private paragraph(word: string, value: number): void {
    const { flow, group } = this
    if (group.goal === "styles") {
      if (word === "s") this.style.number = value
      return
    }
    if (group.goal !== "text") return
    if (word === "par" || word === "sect" || word === "page") this.endParagraph()
    else if (word === "pard") this.resetParagraph()
    else if (word === "s") this.level = this.levels.get(value) ?? this.level
    else if (word === "outlinelevel" && value < 9) this.level = value + 1
    else if (word === "ilvl") this.itemLevel = value
    else if (word === "ls" && value > 0) this.isItem = true
    else if (word === "intbl") this.isInTable = true
    else if (word === "cell") {
      this.endList()
      flow.cells.push(cell(flow.inline.replace(/(?:<br>)+$/, "").trim()))
      flow.inline = ""
    } else if (word === "row") {
      if (flow.cells.some(({ html }) => html !== "")) flow.rows.push(flow.cells)
      flow.cells = []
    }
  }

  private word(word: string, digits: string | undefined): void {
    this.endBytes()
    const isStarred = this.isStarred
    this.isStarred = false
    // Titles and authors are in a group that is otherwise skipped.
    if ((word === "title" || word === "author") && this.groups.length > 1) {
      this.group.goal = word
      return
    }
    if (this.startDestination(word)) return
    if (isStarred && this.group.goal !== "styles") {
      this.group.goal = "skip"
      return
    }
    const value = Number(digits ?? 1)
    // Fonts are in a skipped group, but determine the character set.
    if (this.group.goal === "skip" && word !== "f" && word !== "fcharset") return
    if (!this.character(word, digits !== "0", value)) this.paragraph(word, value)
  }

  read(text: string): Read {
    for (const [, word, digits, hex, sign, brace, plain] of text.matchAll(TOKEN)) {
      if (brace === "{") this.open()
      else if (brace === "}") this.close()
      else if (word !== undefined) {
        if (word.toLowerCase() === "bin") throw new Unreadable("damaged")
        this.word(word, digits)
      } else if (hex !== undefined) {
        if (this.skipped > 0) this.skipped--
        else if (this.group.goal !== "skip") this.bytes.push(Number.parseInt(hex, 16))
      } else if (sign === "*") this.isStarred = true
      else if (sign !== undefined) {
        this.endBytes()
        if (sign === "~") this.write("\u00a0")
        else if (sign === "_") this.write("\u2011")
        else if (sign === "\n" || sign === "\r") this.paragraph("par", 1)
        else if ("\\{}".includes(sign)) this.write(sign)
      } else if (plain !== undefined && this.group.goal !== "skip") {
        this.endBytes()
        const unskipped = plain.slice(this.skipped)
        this.skipped = Math.max(0, this.skipped - plain.length)
        this.write(this.group.goal === "styles" ? unskipped.replace(/;\s*$/, "") : unskipped)
      }
    }
    this.endBytes()
    const html = this.endFlow() + notes(this.notes)
    return { html, title: this.title.trim() || undefined, author: this.author.trim() || undefined }
  }
}

export const readRtf = (body: Uint8Array, account: Account): Read =>
  new Reader(account).read(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"))
