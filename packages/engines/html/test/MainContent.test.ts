import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const paragraph = (word: string) =>
  `<p>${word} stood at the window and watched the harbour, where the last ferry of the day turned slowly into the wind, `
  + `and nobody on the quay seemed to notice how late it had become.</p>`
const article = ["Anna", "Bela", "Carl", "Dora", "Emil"].map(paragraph).join("")
const nav = "<nav><ul><li><a href=/a>Home</a></li><li><a href=/b>News</a></li></ul></nav>"
const footer = "<footer><p>Copyright 2026 Example Press. All rights reserved. Terms, privacy and imprint.</p></footer>"

const read = (html: string, url = "https://example.com/story") => {
  const page = Html.parse(`<html><body>${html}</body></html>`, url)
  return Html.markdown(page, Html.mainContent(page)).markdown
}

describe("main content", () => {
  it("is the article without its surroundings", () => {
    const markdown = read(
      `${nav}<div class="cookie-banner"><p>We use cookies to make this site better for you and others.</p></div><main><article>`
        + `<h1>The ferry</h1>${article}<div class="share-buttons"><a href=/s>Share this with your friends</a></div>`
        + `<section><h3>Related articles</h3><ul><li><a href=/x>Another story about boats</a></li></ul></section></article></main>`
        + `<aside><p>${"Buy now. ".repeat(30)}</p></aside>${footer}`
    )
    assert.isTrue(markdown.startsWith("# The ferry\n\nAnna stood"))
    assert.include(markdown, "Emil stood")
    for (const word of ["cookies", "Share this", "Related", "Another story", "Buy now", "Copyright", "News"]) {
      assert.notInclude(markdown, word)
    }
  })
  it("starts with the headline and the introduction, at any position", () => {
    const markdown = read(
      `${nav}<div class=top><h1>The ferry</h1><p class=lead>A short walk along the quay, and what came of it in the end.</p></div>`
        + `<div class=article-body>${article}</div>${footer}`
    )
    assert.isTrue(markdown.startsWith("# The ferry\n\nA short walk along the quay"))
  })
  it("begins with the headline that the page's title names, at any position", () => {
    const page = (headline: string, title: string) =>
      Html.parse(
        `<html><head><title>${title}</title></head><body><div class=site-header><h1>${headline}</h1><a href=/>Home</a></div>${nav}`
          + `<div class=article-body>${article}</div>${footer}</body></html>`
      )
    const written = (headline: string, title: string, options = {}) => {
      const read = page(headline, title)
      return Html.markdown(read, Html.mainContent(read, options)).markdown
    }
    assert.isTrue(written("The last ferry", "The last ferry - Harbour News").startsWith("# The last ferry\n\nAnna"))
    assert.isTrue(written("Harbour News", "The last ferry - Harbour News").startsWith("Anna"))
    assert.isTrue(written("The last ferry", "The last ferry", { headline: false }).startsWith("Anna"))
    assert.isTrue(written("The last ferry", "The last ferry", { excludeTags: ["h1"] }).startsWith("Anna"))
  })
  it("omits links after the navigation, but not those with text", () => {
    const markdown = read(
      `<main><a href=#main>Skip to main content</a><h1>The ferry</h1>${article}<p><a href=#b>Skip ahead</a> if you like.</p></main>`
    )
    assert.notInclude(markdown, "main content")
    assert.include(markdown, "Skip ahead")
  })
  it("omits the controls of a short heading", () => {
    const tool = "<span class=mw-editsection>[<a href=/edit>edit</a>]</span>"
    const markdown = read(`<main><h1>Ferry ${tool}</h1>${article}<h2>Fares ${tool}</h2>${paragraph("Finn")}</main>`)
    assert.notInclude(markdown, "edit")
    assert.include(markdown, "## Fares\n")
  })
  it("keeps all lines of code, whatever a highlighter calls their parts", () => {
    const code = `<pre><code><div class=line><span class="tok comment">// wait</span></div><div class=line>`
      + `<span class="tok tags">sail</span>()</div></code></pre>`
    assert.include(read(`<main><h1>The ferry</h1>${article}${code}</main>`), "// wait\nsail()")
  })
  it("has the declared price of a shop at its position", () => {
    const shop = (data: string, price: string) =>
      read(
        `<script type="application/ld+json">${data}</script><div class=shop><h1>Mug</h1><div class=buy>${price}<button>Buy</button></div></div>`
          + `<main><div class=description>${article}</div></main><div class=related><a href=/p>Pot<span>1.299,00 \u20ac</span></a></div>${footer}`
      )
    const data = `{"@type":"Product","name":"Mug","offers":{"price":"1299.00","priceCurrency":"EUR"}}`
    const price = "<span class=old>1.499,00 \u20ac</span><span class=now>1.299,00 \u20ac</span>"
    assert.isTrue(shop(data, price).startsWith("# Mug\n\n1.299,00 \u20ac\n\nAnna stood"), shop(data, price))
    assert.isTrue(shop("{}", price).startsWith("# Mug\n\nAnna stood"))
    assert.isTrue(shop(data, `<div hidden>${price}</div>`).startsWith("# Mug\n\nAnna stood"))
  })
  it("has the name, the prices and the details of a product, not only its description", () => {
    const data = `{"@type":"Product","name":"Mug","offers":{"price":"12.00","priceCurrency":"EUR"}}`
    const page = (data: string) =>
      read(
        `<script type="application/ld+json">${data}</script>${nav}<main><div class=shop><h1>Mug</h1><p>12,00 \u20ac</p></div>`
          + `<div class=description>${article}</div><ul class=details><li>Height: 9 cm</li><li>Weight: 310 g</li></ul></main>${footer}`
      )
    assert.isTrue(page(data).startsWith("# Mug\n\n12,00 \u20ac\n\nAnna stood"), page(data))
    assert.include(page(data), "- Height: 9 cm\n- Weight: 310 g")
  })
  it("names the authors and dates of posts", () => {
    const post = (name: string, text: string) =>
      `<div class=message><div class=message-header><ul><li><time>May ${name.length}, 2024</time></li></ul></div>`
      + `<div class=inner><div class="message-cell-user"><section itemprop=author><a class=username href=/u/${name}>${name}</a>`
      + `<p>Posts: 4,711</p></section></div><div class=body>${text}</div></div></div>`
    const names = ["Anna", "Bela", "Carla"]
    const markdown = read(
      `${nav}<div class=thread><p>Begun by <a class=username href=/u/Anna>Anna</a></p>${
        names.map((name) => post(name, paragraph(name === "Anna" ? "Dora" : `${name}s dog`))).join("")
      }</div><div class=top-writers><a class=username>Zoe</a></div>${footer}`,
      "https://forum.example.com/threads/4"
    )
    const begin = (name: string) => `May ${name.length}, 2024\n\n[${name}](https://forum.example.com/u/${name})\n\n`
    assert.include(markdown, `${begin("Anna")}Dora stood`)
    assert.include(markdown, `${begin("Bela")}Belas dog stood`)
    assert.include(markdown, `${begin("Carla")}Carlas dog stood`)
    for (const word of ["4,711", "Zoe"]) assert.notInclude(markdown, word)
  })
  it("uses the author after a post, or the declared one of several", () => {
    const answer = (name: string) =>
      `<div class=answer><div class=post-body>${paragraph(`${name}s cat`)}</div><div class=post-signature>edited `
      + `<span class=relative-time>Jun 2, 2024</span><div class=user-details><a href=/u/1>Editor</a></div></div>`
      + `<div class=post-signature>answered <span class=relative-time>Jun 1, 2024</span><div class=user-details itemprop=author>`
      + `<a href=/u/${name}>${name}</a><span class=score>1,992</span></div></div></div>`
    const markdown = read(
      `<main><h1>Where does the ferry land?</h1>${["Anna", "Bela", "Carl"].map(answer).join("")}</main>`,
      "https://example.com/questions/7/where"
    )
    assert.include(markdown, "[Anna](https://example.com/u/Anna)")
    assert.include(markdown, "[Carl](https://example.com/u/Carl)")
    for (const word of ["Editor", "1,992"]) assert.notInclude(markdown, word)
  })
  it("dates posts by their own dates, not by when their authors joined", () => {
    const post = (name: string, k: number) =>
      `<div class=post><div class=author><a class=username href=/u/${name}>${name}</a>`
      + `<span class=join-date>Joined 200${k}</span></div><p class=meta>by <b class=author>${name}</b> on <time>May ${k}, 2024</time></p>`
      + `<div class=text>${paragraph(name)}</div></div>`
    const markdown = read(
      `<main><h1>The ferry</h1>${["Anna", "Bela", "Carl"].map(post).join("")}</main>`,
      "https://forum.example.com/threads/5"
    )
    assert.notInclude(markdown, "Joined")
    for (const k of [0, 1, 2]) assert.include(markdown, `May ${k}, 2024`)
  })
  it("signs endless posts in linear time", () => {
    const size = 20_000
    const said = `<time>May 1, 2024</time>${paragraph("Dora")}`
    const name = "<a class=username href=/u/Anna>Anna</a>"
    const listed = `<div class=post>${`<b style="${"x".repeat(size)}">${name}</b>`}${name.repeat(size)}${said}</div>`
    const nested = Array.from(
      { length: 200 },
      (_, k) => `<div class=post><p>${name} on <time>May 2, 2024</time></p>${paragraph(`Carl ${k}`)}`
    )
    const markdown = read(
      `<main><h1>Ferry</h1>${listed}${nested.join("")}</main>`,
      "https://forum.example.com/threads/4"
    )
    for (const words of ["[Anna](https://forum.example.com/u/Anna)", "Dora stood", "Carl 1 stood"]) {
      assert.include(markdown, words)
    }
  })
  it("omits the headline on request", () => {
    const page = Html.parse(`<main><h1>The ferry</h1>${article}</main>`)
    assert.isTrue(Html.text(page, Html.mainContent(page, { headline: false })).startsWith("Anna"))
  })
  it("writes text once if a page repeats it for several screen sizes", () => {
    const block = `<h2>Harbour</h2>${article}`
    const twice = read(`<main><div class=wide>${block}</div><div class=small>${block}</div></main>`)
    assert.strictEqual(twice.split("Anna stood").length, 2)
    for (const times of [40, 5000]) {
      const many = read(`<article>${paragraph("Anna").repeat(times)}</article>`)
      assert.strictEqual(many.split("Anna stood").length, times + 1)
    }
    const refrain = read(`<article>${(paragraph("Anna") + paragraph("Bela")).repeat(300)}</article>`)
    assert.strictEqual(refrain.split("Bela stood").length, 301)
  })
  it("omits a paragraph that announces links, with the links", () => {
    const markdown = read(
      `<main><article>${article}<p>You may also like...</p><p><a href=/r>Who rows on Sunday?</a></p>`
        + `<p><a href=/s>The old ferry is sold at last</a></p>${paragraph("Fritz")}</article></main>`
    )
    assert.notMatch(markdown, /You may also|Who rows|is sold/)
    assert.include(markdown, "Fritz stood")
  })
  it("keeps elements between the words of a heading, and lists in a table of contents", () => {
    const markdown = read(
      `<main><h1>[<span class=subscription>$</span>] The ferry</h1><ul><li><a href=#a>Before the ferry leaves</a><ul><li><a href=#b>`
        + `<code>open(quay)</code></a></li><li><a href=#c>Bells</a></li></ul></li><li><a href=#d>When it is under way</a></li></ul>`
        + `${article}</main>`,
      "https://docs.example.com/ferry"
    )
    assert.isTrue(markdown.startsWith("# [$] The ferry"), markdown)
    assert.strictEqual(markdown.includes("`open(quay)`"), markdown.includes("Before the ferry leaves"))
  })
  it("omits the buttons of a forum from its quotes", () => {
    const post =
      `<article class=post>${paragraph("Anna")}<blockquote class="bbCodeBlock--expandable"><div>It was late.</div>`
      + `<div class="bbCodeBlock-expandLink"><a role=button>Click to expand...</a></div></blockquote>${
        paragraph("Bela")
      }</article>`
    const markdown = read(`<main>${post}${post.replaceAll("stood", "sat")}</main>`, "https://forum.example/threads/1")
    assert.include(markdown, "> It was late.")
    assert.notInclude(markdown, "Click to expand")
  })
  it("keeps the captions of a listing of cards", () => {
    const card = (n: number) =>
      `<div class=card><a href=/c${n}><img src=/c${n}.jpg alt=""></a><div class=caption><h3><a href=/c${n}>Lantern number ${n}</a></h3>`
      + `<p>Brass, with a wick of cotton and a handle, made in ${1900 + n}</p></div></div>`
    const markdown = read(`${nav}<div class=grid>${[1, 2, 3, 4, 5, 6, 7, 8].map(card).join("")}</div>${footer}`)
    for (const n of [1, 4, 8]) {
      assert.include(markdown, `Lantern number ${n}`)
      assert.include(markdown, `made in ${1900 + n}`)
    }
  })
  it("keeps headings that are links, and the link unless it targets the heading", () => {
    assert.match(read(`<main><h2><a class=header href=#w>Wind</a></h2>${article}</main>`), /^## Wind$/m)
    assert.include(
      read(`<main><h2><a class=header href=/w>Wind</a></h2>${article}</main>`),
      "Wind](https://example.com/w)"
    )
  })
  it("omits the portraits and ranks of authors", () => {
    const post = (name: string) =>
      `<div class=post><div class="poster author"><h4><a href=/u>${name}</a></h4><ul><li><img src=/${name}.jpg alt=""></li><li>`
      + `<img src=/star.png alt="*"><img src=/star.png alt="*"></li><li>Posts: 120</li></ul></div><div class=body>`
      + `${paragraph(name)}<p><img src=/quay.jpg alt="The quay"></p></div></div>`
    const markdown = read(["Anna", "Bela", "Carl", "Dora"].map(post).join(""), "https://forum.example.com/topic/12")
    for (const name of ["Anna", "Bela", "Carl", "Dora"]) assert.include(markdown, `${name} stood`)
    assert.include(markdown, "![The quay](https://forum.example.com/quay.jpg)")
    assert.notInclude(markdown, "star.png")
  })
  it("keeps the caption of a picture as its title", () => {
    const markdown = read(
      `<main>${article}<figure><img src=/f.jpg alt=ferry><figcaption>The last ferry</figcaption></figure>${
        article.replaceAll("stood", "sat")
      }</main>`
    )
    assert.include(markdown, "![ferry](https://example.com/f.jpg \"The last ferry\")")
    assert.notMatch(markdown, /^The last ferry/m)
  })
  it("keeps the caption of a picture whose bytes are in the page", () => {
    for (const src of ["data:image/png;base64,iVBORw0KGgo=", "data:image/gif;base64,R0lGODlhAQABAAAAACw="]) {
      const figure = `<figure><img src="${src}" alt=ferry><figcaption>The last ferry</figcaption></figure>`
      const markdown = read(`<main>${article}${figure}${article.replaceAll("stood", "sat")}</main>`)
      assert.strictEqual(markdown.split("The last ferry").length, 2, markdown)
    }
  })
  it("omits controls from a heading", () => {
    const tools = `<span class="mw-editsection">[<a href="/edit">edit</a>]</span>`
    const text = read(`<main><article>${article}<h2>Lanterns${tools}</h2>${paragraph("Fritz")}</article></main>`)
    assert.include(text, "## Lanterns\n")
    assert.notInclude(text, "edit")
  })

  it("keeps content that is streamed, in hidden panels, or in noscript", () => {
    const late = `<div hidden id="S:0">${article}</div><script>$RC("B:0","S:0")</script>`
    assert.include(read(`<div id=root></div>${late}`), "Anna stood")
    const tabs = "<div role=tablist><a role=tab>Anna</a><a role=tab>Fritz</a></div>"
    const panel = `<div role=tabpanel hidden>${paragraph("Fritz")}</div>`
    assert.include(read(`<main>${article}${tabs}${panel}</main>`), "Fritz stood")
    assert.notInclude(read(`<main>${article}${panel}</main>`), "Fritz stood")
    assert.include(read(`${nav}<noscript><div>${article}</div></noscript>`), "Anna stood")
    // Some programs save what stands in noscript escaped.
    const escaped = `<noscript>&lt;div class="warning"&gt;&lt;p&gt;${
      "Switch on scripts. ".repeat(40)
    }&lt;/p&gt;</noscript>`
    assert.notInclude(read(`${nav}<main>${article}${escaped}</main>`), "Switch on")
  })
  it("is the cards of a page that consists of cards", () => {
    const card = (k: number) =>
      `<li class=card><a href=/p/${k}><img src=/i/${k}.jpg><h3>Ceramic mug number ${k}</h3></a><span>${k} €</span></li>`
    const markdown = read(
      `${nav}<div class=intro><p>Short words about our mugs.</p></div><div class=products><ul>${
        Array.from({ length: 20 }, (_, k) => card(k)).join("")
      }</ul></div>${footer}`
    )
    assert.include(markdown, "Ceramic mug number 0")
    assert.include(markdown, "Ceramic mug number 19")
    assert.notInclude(markdown, "Copyright")
  })
  it("is the posts of a discussion", () => {
    const post = (name: string) =>
      `<div class=comment><div class=user-title>Member since 2019</div>${paragraph(name)}</div>`
    const markdown = read(
      `${nav}<div class=comments>${["Gina", "Hugo", "Ines"].map(post).join("")}</div>${footer}`,
      "https://forum.example.com/t/1"
    )
    for (const name of ["Gina", "Hugo", "Ines"]) assert.include(markdown, `${name} stood`)
    assert.notInclude(markdown, "Member since")
  })
  it("omits the comments if only questions or the URL suggest a discussion", () => {
    const remark = (name: string) =>
      `<li class=comment-body><p>${name} wrote this below and went on about it at some length, as one does on such evenings.</p></li>`
    const comments = `<div class=comments><ol>${["Gina", "Hugo", "Ines", "Jan"].map(remark).join("")}</ol></div>`
    const asked =
      `<div itemscope itemtype="https://schema.org/FAQPage"><div itemscope itemtype="https://schema.org/Question"><h2>Which quay?</h2>`
      + `<p itemscope itemtype="https://schema.org/Answer">The ferry leaves from the second quay behind the old customs house.</p></div></div>`
    for (
      const [body, url] of [
        [`${article}${asked}${comments}`, "https://example.com/ferries"],
        [`${article}${comments}`, "https://example.com/shop/t-shirts/harbour"],
        [`${article}${comments}`, "https://example.com/topics/harbours/best-ferries"],
        [`${article}${comments}`, "https://example.com/community/tutorials/ferries"]
      ] as const
    ) {
      const markdown = read(`${nav}<main><h1>The ferry</h1>${body}</main>${footer}`, url)
      assert.include(markdown, "Emil stood")
      assert.notInclude(markdown, "wrote this below", url)
    }
    const posts = ["Gina", "Hugo", "Ines"].map((name) => `<div class=comment>${paragraph(name)}</div>`).join("")
    for (
      const url of [
        "https://example.com/t/ferries/12",
        "https://ferryforum.example/a",
        "https://example.com/topic/12-ferries"
      ]
    ) {
      assert.include(read(`${nav}<div class=comments>${posts}</div>${footer}`, url), "Ines stood", url)
    }
  })
  it("is the article, even if comments are longer", () => {
    const remarks = ["Gina", "Hugo", "Ines"].map((name) =>
      `<li>${paragraph(name)}${paragraph(`Dear ${name}`)}${paragraph(`${name}`)}</li>`
    )
    const page = Html.parse(
      `<html><head><meta property="og:type" content="article"></head><body>${nav}<main><h1>The ferry</h1>${article}`
        + `<div class=comments><ol>${remarks.join("")}</ol></div></main>${footer}</body></html>`,
      "https://example.com/2015/ferry.html"
    )
    const { markdown } = Html.markdown(page, Html.mainContent(page))
    assert.include(markdown, "Emil stood")
    assert.notInclude(markdown, "Gina stood")
  })
  it("omits the forms of common builders and the banner of public sites", () => {
    const markdown = read(
      `<div class=usa-banner><div class=usa-media-block__body><p>Official websites use a name that only public bodies get, and a lock.</p></div></div>`
        + `<main><h1>The ferry</h1>${article}<div class=gform_wrapper><p>Fill out this form to get the whole timetable by mail, please.</p>`
        + `<p>This field is for validation purposes and should be left unchanged.</p></div></main>${footer}`
    )
    assert.include(markdown, "Emil stood")
    for (const words of ["Official websites", "Fill out", "validation purposes"]) assert.notInclude(markdown, words)
  })
  it("writes text once that a page has once per screen size", () => {
    const markdown = read(`<main><div class=desktop>${article}</div><div class=mobile>${article}</div></main>`)
    assert.strictEqual(markdown.split("Anna stood").length, 2)
  })
  it("keeps commands in tabs", () => {
    const markdown = read(
      `<main>${article}<h2>Install</h2><div class=tabs><div role=tabpanel><pre><code>npm i</code></pre></div></div></main>`
    )
    assert.include(markdown, "## Install\n\n```\nnpm i\n```")
  })
  it("names the panels whose tabs it omits", () => {
    const tab = (name: string) => `<li role=tab>${name}</li>`
    const panel = (code: string, rest: string) => `<div role=tabpanel ${rest}><pre><code>${code}</code></pre></div>`
    const markdown = read(
      `<main><h1>Install</h1>${article}<div class=tabs-container><ul role=tablist>${tab("npm")}${tab("Yarn")}</ul>`
        + `<div>${panel("npm i tool", "")}${panel("yarn add tool", "hidden")}</div></div></main>`
    )
    assert.include(markdown, "**npm**\n\n```\nnpm i tool\n```\n\n**Yarn**\n\n```\nyarn add tool\n```")
  })
  it("writes a formula once, next to its hidden picture in letters", () => {
    const formula =
      "<span class=katex><span class=katex-mathml><math><semantics><mi>E</mi><annotation encoding=application/x-tex>E = mc^2"
      + "</annotation></semantics></math></span><span class=katex-html aria-hidden=true>E=mc2</span></span>"
    assert.include(
      read(`<main><article>${article}<p>Energy is ${formula}.</p></article></main>`),
      "Energy is $E = mc^2$."
    )
  })
  it("omits the source in a quote, and notes in asides", () => {
    const markdown = read(
      `<main><article>${article}<blockquote><p>Boats wait for nobody.</p><footer>— <cite>Anna Lee</cite></footer></blockquote>`
        + `<aside class="starlight-aside starlight-aside--caution"><p>Caution</p><p>Never moor at the ferry pier.</p></aside>${article}</article></main>`
    )
    assert.include(markdown, "> Boats wait for nobody.\n>\n> — Anna Lee")
    assert.include(markdown, "> [!CAUTION]\n>\n> Never moor at the ferry pier.")
  })
  it("omits the names of empty fields", () => {
    const markdown = read(
      `<main>${article}<form><label>Berth <select><option>1</option></select></label><label>Nights <input type=number></label></form></main>`
    )
    assert.notMatch(markdown, /Berth|Nights/)
  })
  it("omits a dialogue with a form, and keeps one with text", () => {
    const dialogue = (id: string, inner: string) =>
      `<button command=show-modal commandfor=${id}>More of it</button><dialog id=${id}>${inner}<form method=dialog><input type=submit value=Close></form></dialog>`
    const chosen = (inner: string) => `<main>${article}${dialogue("own", inner)}</main>`
    const tides = "<p>High water comes fifty minutes later each day.</p>"
    const berths = "<p>Which berth would you like?</p><ul><li>North pier<li>South pier</ul>"
    assert.include(read(chosen(tides)), "fifty minutes later")
    assert.include(read(chosen(`${tides}<label><input type=checkbox>Seen</label>`)), "fifty minutes later")
    assert.include(read(chosen(dialogue("inner", tides))), "fifty minutes later")
    for (const field of ["<input type=email>", "<input>", "<select><option>1</select>", "<textarea></textarea>"]) {
      const html = chosen(`${berths}${field}`)
      assert.notMatch(read(html), /berth would|pier/, field)
      assert.include(Html.toMarkdownText(html), "South pier", field)
      assert.notMatch(read(chosen(`${tides}${dialogue("inner", `${berths}${field}`)}`)), /pier/, field)
    }
    assert.include(
      read(`<main>${article}${dialogue("ask", "<input>")}${dialogue("own", tides)}</main>`),
      "fifty minutes"
    )
  })
  it("keeps the headings of kept text", () => {
    const review = (k: number) => `<div class=review><h3>Review number ${k}</h3>${paragraph(`Guest ${k}`)}</div>`
    const markdown = read(
      `<main><h1>Berths</h1>${article}<section class=reviews>${[1, 2, 3].map(review)}</section></main>`
    )
    for (const k of [1, 2, 3]) {
      assert.strictEqual(markdown.includes(`Guest ${k} stood`), markdown.includes(`### Review number ${k}`))
    }
  })
  it("is whatever exists if nothing else is on the page", () => {
    const hours = "<h1>Opening hours</h1><p>Monday to Friday, nine to five.</p><p>Closed on Sunday.</p>"
    for (
      const body of [
        `<div id=root></div><noscript>${hours}</noscript>`,
        `<div class=modal role=dialog aria-modal=true>${hours}</div>`,
        `<div id=app style="visibility:hidden">${hours}</div>`,
        `<div class="popup overlay">${hours}</div>`,
        `<footer>${hours}</footer>`,
        `<template id="B:0"></template><div hidden id="S:0">${hours}</div>`
      ]
    ) assert.include(read(body), "Closed on Sunday.", body)
    assert.strictEqual(read("<div id=root></div><noscript>Please enable JavaScript to see this page.</noscript>"), "")
  })
  it("is never lost on a small page", () => {
    assert.strictEqual(read("<div class=sidebar><p>Only this.</p></div>"), "Only this.")
    assert.strictEqual(read(""), "")
  })
  it("excludes what a selector names before the selection", () => {
    const page = Html.parse(`<main>${article}<div id=x>${paragraph("Xaver")}</div></main>`)
    assert.notInclude(Html.text(page, Html.mainContent(page, { excludeTags: ["#x"] })), "Xaver")
  })
  it("is never a headline alone: the rules' result or the whole page replaces it", () => {
    const row = (name: string) => `<li><a href=/f/${name}>${name}</a></li>`
    const lists = ["Sails", "Ropes", "Anchors", "Charts", "Lamps", "Flags"].map(row).join("").repeat(6)
    const html = `<body>${nav}<h1>Harbour</h1><ul class=menu>${lists}</ul>${footer}</body>`
    const page = Html.parse(html, "https://example.com/")
    const content = Html.mainContent(page)
    const { markdown } = Html.markdown(page, content)
    assert.include(markdown, "Harbour")
    assert.include(markdown, "Anchors")
    const whole = Html.mainContent(Html.parse(`<h1>Harbour</h1><nav>${lists}</nav>`))
    assert.strictEqual(whole.instead, "everything")
    const article = Html.mainContent(Html.parse(`<h1>Harbour</h1><article>${paragraph("Anna").repeat(4)}</article>`))
    assert.isUndefined(article.instead)
    assert.isUndefined(Html.mainContent(Html.parse("<h1>Harbour</h1><p>Closed today.</p>")).instead)
  })
  it("includes headings whose parts are kept, but not those of dropped lists", () => {
    const menus = "<nav><ul><li><a href=/events>Events</a></li><li><a href=/hire>Hire the hall</a></li></ul></nav>"
    const foot =
      `<footer><p>Harbour Hall, 4 Quay Street. Registered charity. Privacy notice. Cookies. Accessibility. Sign up `
      + `for our letter and hear first of what is on.</p><ul><li><a href=/jobs>Jobs</a></li></ul></footer>`
    const share = "<div class=share><a href=/s>Share</a> <a href=/m>Mail</a></div>"
    const title = "<h1>Concert at the town hall</h1>"
    const date = "<h3>Saturday, 12 December 2026, 20:00, doors open at 19:00</h3>"
    const about = (body: string) => {
      const page = Html.parse(
        `<title>Concert at the town hall</title><body>${menus}${body}${foot}`,
        "https://example.com/e"
      )
      return Html.mainContent(page).instead
    }
    const questions = ["Is there a cloakroom?", "May I bring a dog to a concert?", "Can I get my money back?"]
      .map((question) => `<h2>${question}</h2><p>Yes.</p>`).join("")
    const list = `<ul>${
      ["Sails", "Ropes", "Anchors", "Charts"].map((name) => `<li><a href=/${name}>${name}</a></li>`).join("")
    }</ul>`
    const answers = {
      "a date and a word": `<main>${title}${date}<p>Free.</p></main>`,
      "a date beside tools": `<main>${title}${date}<p>Free.</p>${share}</main>`,
      "a date without frames": `${title}${date}<p>Free.</p>`,
      "questions with short answers": `<main><h1>Questions</h1>${questions}</main>`
    }
    for (const [name, body] of Object.entries(answers)) assert.isUndefined(about(body), name)
    const ways = ["For the first boat", "For those who sail far", "For every kind of weather"]
    const headed = ways.map((way) => `<h3>${way}</h3>${list}`).join("")
    assert.strictEqual(
      about(`<div class=menu>${headed}</div><div>© 1999 Shop. All rights reserved.</div>`),
      "everything"
    )
  })
})
