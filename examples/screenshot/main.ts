// A picture of a page after a click, as a file. The browser is an installed Chromium; without one the error says how to
// install it.
import { createClient } from "dunlin"
import { writeFile } from "node:fs/promises"

export const program = async (url: string, file: string, allow: Array<string> = []) => {
  const client = createClient({ allow })
  const { actions, screenshot } = await client.scrape(url, {
    formats: [{ type: "screenshot", fullPage: true }],
    actions: [
      { type: "click", selector: "button" },
      { type: "executeJavascript", script: "document.title" }
    ]
  })
  const { bytes, contentType } = await client.artifact(screenshot!)
  await writeFile(file, bytes)
  await client.close()
  return { contentType, title: actions?.javascriptReturns?.[0]?.value }
}

if (import.meta.main) {
  const [url = "https://example.com/", file = "screenshot.png"] = process.argv.slice(2)
  console.log(await program(url, file), file)
}
