// Lets a server or a worker of Dunlin use pg-boss: `node --import usePgBoss.mjs`.
import { registerHooks } from "node:module"

const own = new URL("pgBossStore.ts", import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@dunlin/jobs/PostgresJobStore" && context.parentURL !== own
      ? { url: own, shortCircuit: true }
      : next(specifier, context)
})
