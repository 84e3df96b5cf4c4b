// Code of a page that is part of a program leads to the whole of it.
import { assert, it } from "@effect/vitest"
import { render } from "../src/html.ts"

const part = (program: string, code: string) => `<!-- ${program} -->\n\n\`\`\`ts\n${code}\n\`\`\`\n`

const linksOf = (markdown: string) => {
  const { html } = render(markdown, (target) => `site:${target}`)
  return [...html.matchAll(/<p class="whole"><a href="([^"]*)">/g)].map(([, target]) => target)
}

it("is below the last part of each program", () => {
  const markdown = [part("examples/pump/main.ts", "one()"), "Then:\n", part("examples/pump/main.ts", "two()")].join(
    "\n"
  )
  const { html } = render(markdown, (target) => target)
  assert.deepStrictEqual(linksOf(markdown), ["site:/examples/pump/main.ts"])
  assert.isBelow(html.indexOf("two"), html.indexOf("The whole program"))
})

it("is omitted if the page links to the program itself", () => {
  assert.deepStrictEqual(
    linksOf(`${part("examples/pump/main.ts", "one()")}\nSee [it](../../examples/pump/main.ts).`),
    []
  )
})

it("is not made of code outside of programs", () => {
  assert.deepStrictEqual(linksOf("```ts\none()\n```\n"), [])
})
