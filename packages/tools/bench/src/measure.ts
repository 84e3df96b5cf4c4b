/** Runs the contenders in alternating rounds, so that other load on the machine slows all of them equally. */
export const compare = async (
  contenders: Readonly<Record<string, () => unknown>>,
  options: { readonly rounds?: number; readonly iterations: number }
): Promise<ReadonlyArray<{ readonly name: string; readonly microseconds: number }>> => {
  const { iterations, rounds = 15 } = options
  const names = Object.keys(contenders)
  const samples = new Map(names.map((name) => [name, [] as Array<number>]))
  for (let round = -2; round < rounds; round++) {
    for (const name of names) {
      const run = contenders[name]!
      const start = process.hrtime.bigint()
      for (let index = 0; index < iterations; index++) await run()
      const elapsed = Number(process.hrtime.bigint() - start) / 1000 / iterations
      if (round >= 0) samples.get(name)!.push(elapsed)
    }
  }
  return names.map((name) => ({ name, microseconds: median(samples.get(name)!) }))
}

export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const print = (title: string, rows: ReadonlyArray<{ readonly name: string; readonly microseconds: number }>) => {
  const base = rows[0]!.microseconds
  console.log(`\n### ${title}\n\n| | µs | ratio |\n| --- | --- | --- |`)
  for (const { microseconds, name } of rows) {
    console.log(`| ${name} | ${microseconds.toFixed(2)} | ${(microseconds / base).toFixed(2)} |`)
  }
}
