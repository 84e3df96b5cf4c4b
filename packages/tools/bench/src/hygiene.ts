// Text that pages hide from readers, and text for machines: npm run bench -- hygiene [--part=known|held|newer]
// [--names]
//
// The stored pages and PDFs are test fixtures with annotations. A hidden sentence must not occur in any field of the
// document. A sentence that is visible, or visible after a click, must be in the Markdown.
import { PdfEngine, PdfJs } from "@dunlin/transformers"
import { Effect } from "effect"
import { outcome, tells } from "../../../dunlin/test/hygiene/measure.ts"
import { held, type HygienePage, known, newer } from "../../../dunlin/test/hygiene/pages.ts"
import { heldAttacks, heldHonest } from "../../../engines/pdf/test/fixtures/heldPdfs.ts"
import { attacks, honest, type UnseenPdf } from "../../../engines/pdf/test/fixtures/unseenPdfs.ts"
import { figure } from "./report.ts"

type Set = typeof known

const readAll = (pages: ReadonlyArray<HygienePage>, onlyMainContent: boolean) =>
  Effect.runPromise(Effect.forEach(pages, (page) => outcome(page, onlyMainContent)))

const measurePages = async (part: string, set: Set, names: boolean) => {
  for (const onlyMainContent of [true, false]) {
    const how = onlyMainContent ? "main content" : "everything"
    const hidden = await readAll(set.hidden, onlyMainContent)
    const shown = await readAll(set.shown, onlyMainContent)
    const later = await readAll(set.later, onlyMainContent)
    const leaks = hidden.filter(({ fields }) => fields.length > 0)
    const lacks = [...shown, ...later].filter(({ fields }) => !fields.includes("markdown"))
    const lost = [...hidden, ...shown, ...later].reduce((sum, one) => sum + one.lost, 0)
    const all = (hidden.length + shown.length + later.length) * 3
    const silent = hidden.filter(({ fields, told }) => fields.length === 0 && !told).length
    console.log(
      `${part}, ${how}: hidden sentences in the output ${leaks.length} of ${hidden.length}; visible sentences kept ` +
        `${
          shown.filter(({ fields }) => fields.includes("markdown")).length
        } of ${shown.length}, sentences that become visible later kept ` +
        `${
          later.filter(({ fields }) => fields.includes("markdown")).length
        } of ${later.length}; visible sentences lost ` +
        `${lost} of ${all}; omitted without a warning ${silent}`
    )
    if (names) {
      for (const { fields, name } of leaks) console.log(`  comes out: ${name}: ${fields.join(", ")}`)
      for (const { name } of lacks) console.log(`  is missing: ${name}`)
      for (const one of [...hidden, ...shown, ...later]) if (one.lost > 0) console.log(`  lost: ${one.name}`)
    }
    // Rules were written for the kinds in the known part. The kinds in the other part were held out.
    const data = part === "held" ? "fresh" : "dev"
    const told = { area: `hygiene${part === "newer" ? ", newer kinds" : ""}, ${how}`, data } as const
    figure({ ...told, metric: "hidden sentences in the output, %", ours: percent(leaks.length, hidden.length) })
    figure({ ...told, metric: "visible sentences that are missing, %", ours: percent(lost + lacks.length, all) })
  }
}

const percent = (part: number, all: number): number => Math.round(1000 * part / all) / 10

const measurePdfs = async (
  part: string,
  hiding: ReadonlyArray<UnseenPdf>,
  open: ReadonlyArray<UnseenPdf>,
  names: boolean
) => {
  const all = [...hiding, ...open]
  const layer = PdfJs.layer({ processes: 1 })
  const read = (pdf: UnseenPdf) =>
    PdfEngine.PdfEngine.use((engine) => engine.parse(pdf.bytes, { mode: "fast" })).pipe(
      Effect.map(({ markdown }) => ({
        name: pdf.name,
        leaks: pdf.unseen.filter((sentence) => tells(markdown, sentence)).length,
        lost: pdf.seen.filter((sentence) => !tells(markdown, sentence)).length
      }))
    )
  const results = await Effect.runPromise(Effect.forEach(all, read).pipe(Effect.provide(layer), Effect.orDie))
  const leaks = results.filter((one) => one.leaks > 0)
  const lost = results.reduce((sum, one) => sum + one.lost, 0)
  const seen = all.reduce((sum, pdf) => sum + pdf.seen.length, 0)
  console.log(
    `PDFs, ${part}: hidden sentences in the output ${leaks.length} of ${hiding.length}; missing visible sentences ${lost} of ${seen}`
  )
  if (names) { for (const one of results) if (one.leaks + one.lost > 0) console.log(`  ${one.name}`) }
  const area = `PDFs, ${part}`
  figure({ area, metric: `hidden sentences in the output, of ${hiding.length}`, ours: leaks.length })
  figure({ area, metric: `missing visible sentences, of ${seen}`, ours: lost })
}

export const run = async (args: ReadonlyArray<string>) => {
  const part = args.find((arg) => arg.startsWith("--part="))?.slice("--part=".length)
  const names = args.includes("--names")
  const wants = (one: string) => part === undefined || part === one
  if (wants("known")) await measurePages("known", known, names)
  if (wants("held")) await measurePages("held", held, names)
  if (wants("newer")) await measurePages("newer", newer, names)
  if (wants("known")) await measurePdfs("known", attacks, honest, names)
  if (wants("held")) await measurePdfs("held", heldAttacks, heldHonest, names)
}
