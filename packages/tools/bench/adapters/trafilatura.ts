/** The Python library trafilatura as a peer of bench/html: one process, a page in and a text out per line. */
import { spawn, spawnSync } from "node:child_process"
import { createInterface } from "node:readline"

const python = process.env.DUNLIN_PYTHON ?? "python3"

const program = `
import json, sys
from trafilatura import extract
for line in sys.stdin:
    page = json.loads(line)
    try:
        text = extract(page["html"], url=page["url"] or None, include_comments=False) or ""
    except Exception:
        text = ""
    print(json.dumps(text), flush=True)
`

/** Whether a Python with trafilatura is there: `DUNLIN_PYTHON`, or `python3`. */
export const available = (): boolean =>
  spawnSync(python, ["-c", "import trafilatura"], { stdio: "ignore" }).status === 0

let answers: AsyncIterator<string> | undefined
let ask: ((line: string) => void) | undefined

export const extract = async (html: string, url?: string): Promise<{ readonly text: string }> => {
  if (answers === undefined) {
    const child = spawn(python, ["-c", program], { stdio: ["pipe", "pipe", "ignore"] })
    process.on("exit", () => child.kill())
    answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    ask = (line) => child.stdin.write(line)
  }
  ask!(`${JSON.stringify({ html, url: url ?? "" })}\n`)
  const { done, value } = await answers.next()
  if (done === true) throw new Error("trafilatura ended")
  return { text: JSON.parse(value) as string }
}
