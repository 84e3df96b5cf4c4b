export const table = (rows: ReadonlyArray<ReadonlyArray<string>>, words: number): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row.map((cell, column) => column < words ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)).join("  ")
      .trimEnd()
  ).join("\n")
}
