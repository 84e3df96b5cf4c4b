// The end of a run of tests: one table of the components that are missing, the tests that were skipped for each of them, and
// how to install it. Tests name what they need through `packages/common/test/components.ts`.

const columns = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()).join("\n")
}

/** The lines for the tests that were skipped: a table by component, and the names of those that name no component. */
export const reportOf = (skipped) => {
  const known = new Map()
  const others = []
  for (const { missing, name } of skipped) {
    if (missing.length === 0) others.push(name)
    for (const { install, name: component } of missing) {
      const { tests } = known.get(component) ?? { tests: 0 }
      known.set(component, { install, tests: tests + 1 })
    }
  }
  const rows = [...known].sort(([, a], [, b]) => b.tests - a.tests)
    .map(([component, { install, tests }]) => [component, String(tests), install])
  return [
    ...rows.length === 0
      ? []
      : [
        `${
          skipped.length - others.length
        } tests were skipped because a component is missing; REQUIRE_REAL=1 fails instead`,
        columns([["component", "tests", "install"], ...rows])
      ],
    ...others.map((name) => `skipped without a component: ${name}`)
  ].join("\n")
}

export default class MissingComponents {
  onInit(vitest) {
    this.vitest = vitest
  }

  onTestRunEnd(modules) {
    // a filter by name skips tests that no component is missing for
    if (this.vitest.config.testNamePattern !== undefined) return
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].map((test) => ({
        name: `${module.relativeModuleId}: ${test.fullName}`,
        missing: test.meta().missing ?? []
      }))
    )
    if (skipped.length > 0) console.log(`\n${reportOf(skipped)}\n`)
  }
}
