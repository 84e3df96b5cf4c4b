import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const credits = (html: string, url = "https://example.com/a") => Html.credits(Html.parse(html, url))

describe("credits", () => {
  it("come from JSON-LD first, with names from references", () => {
    const graph = {
      "@graph": [
        { "@type": "WebSite", name: "Site", author: { name: "Nobody Else" } },
        {
          "@type": "NewsArticle",
          author: [{ "@id": "#p1" }, { "@type": "Person", name: "Bo Berg" }],
          datePublished: "2025-03-04T08:00:00Z",
          dateModified: "2025-03-05"
        },
        { "@type": "Person", "@id": "#p1", name: "Ada Ahl" }
      ]
    }
    const html = `<meta name=author content="Meta Name"><script type=application/ld+json>${
      JSON.stringify(graph)
    }</script>`
    assert.deepEqual(credits(html), {
      author: { value: "Ada Ahl, Bo Berg", evidence: "json-ld", where: "NewsArticle.author" },
      published: { value: "2025-03-04T08:00:00Z", evidence: "json-ld", where: "NewsArticle.datePublished" },
      modified: { value: "2025-03-05", evidence: "json-ld", where: "NewsArticle.dateModified" }
    })
  })

  it("come from meta elements, microdata, links and times", () => {
    assert.deepEqual(credits("<meta property=article:author content='Ada Ahl'>").author?.evidence, "meta")
    assert.deepEqual(
      credits("<div itemprop=author itemscope><span itemprop=name>Ada Ahl</span><i>Chief</i></div>").author,
      { value: "Ada Ahl", evidence: "microdata", where: "author" }
    )
    assert.strictEqual(credits("<h1>x</h1><a rel=author href=/ada>Ada Ahl</a>").author?.where, "rel=author")
    assert.deepEqual(credits("<h1>x</h1><time datetime=2024-02-29T10:00>Thursday</time>").published, {
      value: "2024-02-29T10:00",
      evidence: "element",
      where: "time"
    })
  })

  it.each([
    ["<h1>x</h1><p class=byline>By Ada Ahl | March 3, 2024</p>", "Ada Ahl", "2024-03-03"],
    ["<h1>x</h1><div class=post-author>Von Ada Ahl</div><div class=date>3. März 2024</div>", "Ada Ahl", "2024-03-03"],
    ["<h1>x</h1><p>Par <a>Zoé Été</a></p><p>Publié le 12 août 2023</p>", "Zoé Été", "2023-08-12"],
    ["<h1>x</h1><p>Por <a>Iñigo Ruiz</a></p><p>5 de enero de 2022</p>", "Iñigo Ruiz", "2022-01-05"],
    ["<h1>x</h1><p>作者：王小明</p><p>2023年7月9日</p>", "王小明", "2023-07-09"],
    [
      "<h1>x</h1><p>2 May 2024 by <a>Ada Ahl</a>, <a>Bo Berg</a> and <a>Cy Dahl</a></p>",
      "Ada Ahl, Bo Berg, Cy Dahl",
      "2024-05-02"
    ]
  ])("are read from bylines: %s", (html, author, day) => {
    assert.strictEqual(credits(html).author?.value, author)
    assert.strictEqual(credits(html).published?.value, day)
  })

  it.each([
    ["By Ada Ahl, MD, Senior Physician", "Ada Ahl"],
    ["Posted by Ada Ahl on May 2, 2024", "Ada Ahl"],
    ["Geschrieben von Ada Ahl und Bo Berg, dpa", "Ada Ahl und Bo Berg"],
    ["Par Zoé Été, journaliste", "Zoé Été"],
    ["Escrito por Iñigo Ruiz", "Iñigo Ruiz"],
    ["A cura di Ugo Neri", "Ugo Neri"],
    ["Door Jan de Vries", "Jan de Vries"],
    ["Af Signe Ravnholt", "Signe Ravnholt"],
    ["Av Kari Nordmann", "Kari Nordmann"],
    ["Kirjoittanut Matti Mäki", "Matti Mäki"],
    ["Przez Jan Kowal", "Jan Kowal"],
    ["Napsala Jana Nová", "Jana Nová"],
    ["Írta: Nagy Ilona", "Nagy Ilona"],
    ["Scris de Ana Pop", "Ana Pop"],
    ["Автор: Иван Петров", "Иван Петров"],
    ["Γράφει ο Γιώργος Νίκου", "Γιώργος Νίκου"],
    ["Yazan: Ahmet Yılmaz", "Ahmet Yılmaz"],
    ["Oleh: Siti Rahayu", "Siti Rahayu"],
    ["Tác giả: Lan Nguyễn", "Lan Nguyễn"],
    ["מאת דוד כהן", "דוד כהן"],
    ["بقلم: أحمد علي", "أحمد علي"],
    ["文／山田花子", "山田花子"],
    ["글: 김철수 기자", "김철수"]
  ])("are read from a line at the headline: %s", (line, author) => {
    assert.strictEqual(credits(`<h1>x</h1><p>${line}</p>`).author?.value, author)
  })

  it.each([
    ["what a paragraph says", "<p>By Ada Ahl and many others we were told that nobody knew of it.</p>"],
    ["an entry of the menu", "<nav><ul><li>By Ada Ahl</li></ul></nav>"],
    ["who took the picture", "<figure><p>By Ada Ahl</p></figure><p>Photo by Ada Ahl</p>"],
    ["who checked it", "<p>Reviewed by Ada Ahl</p>"],
    ["who commented", "<div class=comments><p class=author>Ada Ahl</p></div>"],
    ["an address of the reader's own", "<a href=/profile/settings>Account Settings</a>"],
    ["a phrase", "<p class=author>to our readers</p>"],
    ["a field of a template", "<p class=author>page.head.author</p>"],
    ["a label", "<p class=author>Written by</p>"],
    ["the time it takes", "<p class=author>5 min read</p>"]
  ])("do not treat \"by %s\" as an author", (_, html) => {
    assert.isUndefined(credits(`<h1>x</h1>${html}`).author)
  })

  it("reject names and numbers that are not authors and dates", () => {
    for (const none of ["admin", "https://facebook.com/ada", "@ada", "Read more", "12 comments"]) {
      assert.isUndefined(credits(`<meta name=author content="${none}"><p class=author>${none}</p>`).author, none)
    }
    for (const none of ["13/14/2024", "2024-13-01", "31.02.2024", "Model 2024"]) {
      assert.isUndefined(credits(`<h1>x</h1><p class=date>${none}</p>`).published, none)
    }
    assert.deepEqual(credits("<p>x</p>", "https://example.com/2025/09/04/x").published, {
      value: "2025-09-04",
      evidence: "address",
      where: "url"
    })
  })

  it("fill the metadata if no meta element does", () => {
    const page = Html.parse(
      "<meta name=author content='https://facebook.com/x'><h1>x</h1><p class=byline>By Ada Ahl</p>"
    )
    assert.strictEqual(Html.metadata(page).author, "Ada Ahl")
    const own = Html.parse("<meta name=author content='Bo Berg'><h1>x</h1><p class=byline>By Ada Ahl</p>")
    assert.strictEqual(Html.metadata(own).author, "Bo Berg")
  })

  it("distinguish modification from publication", () => {
    const { modified, published } = credits(
      "<h1>x</h1><p class=date>Published 2 May 2024</p><p class=date>Updated 9 May 2024</p>"
    )
    assert.deepEqual([published?.value, modified?.value], ["2024-05-02", "2024-05-09"])
  })

  it("ignore invalid names and types in JSON-LD", () => {
    const inner = (thing: unknown) => `<script type=application/ld+json>${JSON.stringify(thing)}</script>`
    const things = [
      null,
      7,
      [[[1, null, [2]]]],
      { "@type": 5, author: 7 },
      { "@type": { toString: 5, valueOf: 3 }, author: "Ada Ahl" },
      {
        "@type": ["Article", null, [{ toString: 5 }]],
        author: [null, 1, { name: 5 }, { name: ["Bo Berg"] }, [["Cy Dahl"]]]
      },
      { "@graph": [{ "@id": "a", "@type": "Article", author: { "@id": "a" } }, { "@id": 4, author: { "@id": "b" } }] }
    ]
    assert.deepEqual(credits(`${things.map(inner).join("")}<h1>x</h1>`), {
      author: { value: "Bo Berg", evidence: "json-ld", where: "Article.author" }
    })
  })

  it("prefer declarations to a line among those of other articles", () => {
    const declared = `<script type=application/ld+json>{"@type":"Recipe","author":{"name":"Ada Ahl"}}</script>`
    const review = "<div class=reviews><p>Good soup.</p><p>By Cy Dahl</p></div>"
    assert.strictEqual(credits(`${declared}<h1>Soup</h1><p>Boil it.</p>${review}`).author?.value, "Ada Ahl")
    const byline = "<p>By Bo Berg</p>"
    assert.strictEqual(credits(`${declared}<h1>Soup</h1>${byline}${review}`).author?.value, "Bo Berg")
  })

  it.each([
    "1984 by George Orwell",
    "Open 9am - 5pm by Appointment Only",
    "3:45 by Ada Ahl",
    "Join our team by Ada Ahl"
  ])(
    "reject %s before a line as a date",
    (line) => assert.isUndefined(credits(`<h1>x</h1><p>${line}</p>`).author)
  )

  it("are after a date or a sign in one line", () => {
    for (const line of ["Sunday, 2 May 2024 by Ada Ahl", "2024-05-02, by Ada Ahl", "News | by Ada Ahl"]) {
      assert.strictEqual(credits(`<h1>x</h1><p>${line}</p>`).author?.value, "Ada Ahl", line)
    }
  })
})
