/** Runs the trap site in a separate process. */
import { start } from "./trapSite.ts"

const site = await start(Number(process.argv[2]))
process.on("message", () => process.send!(site.requests()))
process.send!({ url: site.url, wanted: [...site.wanted] })
