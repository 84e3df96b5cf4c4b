import { open, Sqlite } from "@dunlin/search-index"
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"

const pages = {
  Tar: "tar -xzf file.tgz unpacks an archive",
  Docker: "docker run -it --rm ubuntu bash",
  Npm: "npm i -D vite",
  Ls: "ls -la lists files",
  Git: "git commit -m message",
  Java: "java -jar app.jar",
  C: "gcc -O2 main.c"
}

describe("a pasted command line", () => {
  it("finds the page that explains it", async () => {
    const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
    await index.add(
      Object.entries(pages).map(([title, text]) => ({ url: `https://commands.example/${title}`, title, text }))
    )
    const queries = {
      Tar: "tar -xzf file.tgz",
      Docker: "docker run -it --rm ubuntu",
      Npm: "npm i -D vite",
      Ls: "ls -la",
      Git: "git commit -m",
      Java: "java -jar app.jar",
      C: "gcc -O2 main.c"
    }
    for (const [title, query] of Object.entries(queries)) {
      assert.strictEqual((await index.search(query)).hits[0]?.title, title, query)
    }
    await index.close()
  })

  it("warns about quotation marks that it ignored", async () => {
    const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
    await index.add([{ url: "https://commands.example/clients", title: "Clients", text: "FATAL: too many clients" }])
    const { hits, warnings } = await index.search(
      "psql: error: server at \"db\" (10.0.0.7) failed: FATAL: too many clients"
    )
    assert.deepStrictEqual(hits.map(({ title }) => title), ["Clients"])
    assert.match(warnings[0] ?? "", /^The query looks pasted/)
    await index.close()
  })

  it("finds a commit by the first digits of its hash", async () => {
    const index = await open(await Sqlite.open(new DatabaseSync(":memory:")))
    await index.add([
      {
        url: "https://commits.example/1",
        title: "Parser",
        text: "9fceb02d0ae598e95dc970b74767f19372d61af8 reverts it"
      },
      { url: "https://commits.example/2", title: "Printer", text: "8fceb02d0ae598e95dc970b74767f19372d61af8 prints it" }
    ])
    assert.deepStrictEqual((await index.search("9fceb02")).hits.map(({ title }) => title), ["Parser"])
    await index.close()
  })
})
