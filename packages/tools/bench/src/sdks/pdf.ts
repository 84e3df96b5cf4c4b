/** Writes the smallest PDF with one line of text on each page. */
export const pdf = (lines: ReadonlyArray<string>): Buffer => {
  const pages = lines.map((_, at) => 4 + 2 * at)
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((id) => `${id} 0 R`).join(" ")}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...lines.flatMap((line, at) => {
      const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${
          pages[at]! + 1
        } 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
      ]
    })
  ]
  let text = "%PDF-1.4\n"
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const entry = (offset: number) => `${String(offset).padStart(10, "0")} 00000 n \n`
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map(entry).join("")}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, "latin1")
}
