// What reports of vitest say. `.ci/run` calls it.
//   node verdict.mjs sums WORDS REPORT...   every failure by name and the sums after WORDS; exits 1 unless all passed
//   node verdict.mjs again REPORT           the files to try again, one a line
//
// A file of tests that failed beside everything else is tried once more with fewer neighbours; its report is `REPORT.again`. A test
// that passes then is printed as unsteady, and is a fault to mend: it depends on the speed of the machine. It does not refuse
// the other thousands. More than MAX_FILES_AGAIN files mean a real fault, so that nothing is tried again.
import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"

const MAX_FILES_AGAIN = 3

const read = (file) => existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
const failuresOf = (report) =>
  report.testResults.flatMap(({ assertionResults, message, name, status }) => {
    const failed = assertionResults.filter((test) => test.status === "failed").map(({ failureMessages, fullName }) => ({
      file: relative(process.cwd(), name),
      test: fullName,
      why: failureMessages[0] ?? ""
    }))
    return failed.length > 0 || status !== "failed"
      ? failed
      : [{ file: relative(process.cwd(), name), test: undefined, why: message }]
  })
const nameOf = ({ file, test }) => test === undefined ? file : `${file}: ${test}`

/** The failures that stay, and those that a second try did not repeat. */
const judge = (file) => {
  const first = read(file)
  if (first === undefined) {
    return {
      real: [{ file, test: undefined, why: "the tests did not come to their end; see what they said last" }],
      unsteady: []
    }
  }
  const failures = failuresOf(first)
  const second = read(`${file}.again`)
  const passedThen = new Set(
    (second?.testResults ?? []).flatMap(({ assertionResults, name }) =>
      assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) =>
        `${relative(process.cwd(), name)}: ${fullName}`
      )
    )
  )
  const unsteady = second?.success ? failures.filter((failure) => passedThen.has(nameOf(failure))) : []
  const real = failures.filter((failure) => !unsteady.includes(failure))
  // vitest also fails for errors outside of tests
  if (!first.success && failures.length === 0) real.push({ file, test: undefined, why: "an error outside of any test" })
  return { first, real, unsteady }
}

const [what, ...rest] = process.argv.slice(2)
if (what === "again") {
  const report = read(rest[0])
  const failures = report === undefined ? [] : failuresOf(report)
  const files = new Set(failures.map(({ file }) => file))
  // a file that could not be loaded has no tests to try again
  if (files.size <= MAX_FILES_AGAIN && failures.every(({ test }) => test !== undefined)) {
    for (const file of files) console.log(file)
  }
} else {
  const [words, ...files] = rest
  const judged = files.map(judge)
  const real = judged.flatMap((one) => one.real)
  const unsteady = judged.flatMap((one) => one.unsteady)
  for (const [word, list] of [["FAILED", real], ["UNSTEADY, passed at its second try", unsteady]]) {
    for (const failure of list) {
      console.log(`${word} ${nameOf(failure)}\n       ${failure.why.split("\n")[0].slice(0, 300)}`)
    }
  }
  const sum = (of) => judged.reduce((total, { first }) => total + (first === undefined ? 0 : of(first)), 0)
  console.log(
    `${words}${sum((report) => report.numPassedTests)} passed, ${real.length} failed, ${unsteady.length} unsteady, ${
      sum((report) => report.numPendingTests)
    } skipped`
  )
  process.exitCode = real.length > 0 ? 1 : 0
}
