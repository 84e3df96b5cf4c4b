// Loaded before each unit test: one that starts a process is none. What does belongs to the tests with real components,
// which `testKinds.mjs` tells apart by what they import.
import * as childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"

const refuse = (name) => () => {
  throw new Error(`a unit test starts a process (${name}): see .config/testKinds.mjs`)
}

for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"]) {
  childProcess.default[name] = refuse(name)
}
syncBuiltinESMExports()
