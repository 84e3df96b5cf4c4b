import { Html } from "@dunlin/html"
import { assert, describe, it } from "@effect/vitest"

const paragraph = (word: string) =>
  `<p>${word} stood at the window and watched the harbour, where the last ferry of the day turned slowly into the wind, `
  + `and nobody on the quay seemed to notice how late it had become.</p>`
const article = ["Anna", "Bela", "Carl", "Dora", "Emil"].map(paragraph).join("")
const url = "https://example.com/news/story"

const read = (html: string, options: Html.ContentOptions = {}) => {
  const page = Html.parse(html, url)
  return Html.markdown(page, Html.mainContent(page, options)).markdown
}
const declared = (body: string, image = "https://cdn.example.com/1200/quay-at-night.jpg") =>
  `<html><head><meta property=og:image content="${image}"></head><body>${body}</body></html>`

describe("the lead picture", () => {
  const text = `<div class=article-body>${article}</div>`
  const picture = (around: (image: string) => string, below = "") =>
    read(
      declared(
        `<div class=top><h1>The ferry</h1>${
          around("<img src=\"/640/quay-at-night-640x480.jpg\" alt=\"The quay\">")
        }</div><main>${text}${below}</main>`
      )
    )
  const written = "![The quay](https://example.com/640/quay-at-night-640x480.jpg"

  it("is kept between headline and text, in any frame", () => {
    for (
      const around of [
        (image: string) => image,
        (image: string) => `<figure>${image}<figcaption>The quay by night. Photo: Anna</figcaption></figure>`,
        (image: string) =>
          `<figure><span class=image-and-copyright-container>${image}<span>Getty</span></span></figure>`,
        (image: string) => `<div class=featured-image><a class=lightbox href=/640/full.jpg>${image}</a></div>`,
        (image: string) => `<header class=lead-asset><picture>${image}</picture></header>`,
        (image: string) => `<a href="${url}">${image}</a>`
      ]
    ) {
      const markdown = picture(around)
      assert.strictEqual(markdown.split(written).length, 2, `${around("X")}\n${markdown.slice(0, 300)}`)
      assert.isBelow(markdown.indexOf(written), markdown.indexOf("Anna stood"))
    }
  })
  it("has its caption as a title", () =>
    assert.include(
      picture((image) => `<figure><div>${image}</div><figcaption>The quay by night.</figcaption></figure>`),
      `${written} "The quay by night.")`
    ))
  it("is not a logo, a picture of another page, or an invisible or excluded one", () => {
    for (
      const around of [
        (image: string) => `<div class=site-logo>${image}</div>`,
        (image: string) => `<aside>${image}</aside>`,
        (image: string) => `<a href=/news/other>${image}</a>`,
        (image: string) => `<div style="display:none">${image}</div>`,
        (image: string) => `<div class=hero hidden>${image}</div>`
      ]
    ) assert.notInclude(picture(around), "quay-at-night", around("X"))
    assert.notInclude(
      read(declared(`<article><h1>The ferry</h1><figure><img src=/quay-at-night.jpg></figure>${text}</article>`), {
        excludeTags: ["figure"]
      }),
      "quay-at-night"
    )
  })
  it("is not written twice, and not searched far below", () => {
    const markdown = picture((image) => `<div class=hero>${image}</div>`, "<p><img src=/quay-at-night.jpg></p>")
    assert.strictEqual(markdown.split("quay-at-night").length, 2)
    const below = `${text}${text.replaceAll("stood", "sat")}`
    assert.notInclude(
      read(declared(`<h1>The ferry</h1><main>${below}</main><div class=promo><img src=/quay-at-night.jpg></div>`)),
      "quay-at-night"
    )
  })
  it("is detected by its file name, unless the name is too general", () => {
    const page = (image: string, src: string) =>
      read(declared(`<div class=top><h1>The ferry</h1><img src="${src}"></div><main>${text}</main>`, image))
    assert.include(page("https://cdn.example/a/5000x3000/_109_quay.jpg", "/320/_109_quay.jpg"), "/320/_109_quay.jpg")
    assert.include(
      page(
        "https://i.example/img/0ac0531f1f0543f4a3f68159e5fd1875/5000.jpg",
        "/r/0ac0531f1f0543f4a3f68159e5fd1875/640"
      ),
      "/r/0ac05"
    )
    assert.notInclude(page("https://cdn.example/header.jpg", "/header-of-another.jpg"), "header-of")
  })
})

describe("pictures for readers without scripts", () => {
  it("replace lazy pictures", () => {
    const page = (lazy: string, real = "<img src=/quay.jpg alt=\"The quay\">") =>
      read(
        `<article><h1>The ferry</h1>${
          paragraph("Anna")
        }<figure>${lazy}<noscript>${real}</noscript></figure>${article}</article>`
      )
    for (
      const lazy of [
        "",
        "<img src=\"\" class=lazy alt=\"The quay\">",
        "<span><img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" alt=\"The quay\"></span>",
        "<img src=/images/pix.gif alt=\"The quay\">"
      ]
    ) {
      const markdown = page(lazy)
      assert.include(markdown, "![The quay](https://example.com/quay.jpg)", lazy)
      assert.strictEqual(markdown.split("![").length, 2, lazy)
    }
    const shown = page("<img src=/images/pix.gif data-src=/large.jpg alt=\"The quay\">")
    assert.include(shown, "(https://example.com/large.jpg)")
    assert.notInclude(shown, "quay.jpg")
    for (const counter of ["<img src=https://count.example/b.gif>", "<img src=/c.gif?1 width=1 height=1 alt=x>"]) {
      assert.notInclude(page("", counter), "![")
    }
  })
  it("are also in the full page's html and images", () => {
    const page = Html.parse("<p>One<img src=''><noscript><img src=/a.png alt=A></noscript></p>", url)
    const all = Html.everything(page)
    assert.strictEqual(Html.markdown(page, all).markdown, "One ![A](https://example.com/a.png)")
    assert.strictEqual(Html.html(page, all).html, "<p>One<img src=\"https://example.com/a.png\" alt=\"A\"></p>")
    assert.deepStrictEqual(Html.images(page, all), ["https://example.com/a.png"])
  })
})

describe("words that are not content", () => {
  it("are omitted, because a neighbour is written", () => {
    const markdown = read(
      `<main><h1>The ferry</h1><div>Advertisement<p>${paragraph("Anna").slice(3)}</div>${article}<div>Share this on<p>${
        paragraph("Fritz").slice(3)
      }</div></main>`
    )
    assert.include(markdown, "Fritz stood")
    const page = Html.parse(`<main><h1>The ferry</h1>${article}</main>`, url)
    const content = Html.mainContent(page)
    assert.strictEqual(
      Html.markdown(page, content).markdown.replace(/^# |\n\n/gm, (sign) => sign === "# " ? "" : "\n"),
      Html.text(page, content)
    )
  })
  it("keeps a single picture in a list without a bullet", () => {
    const page = Html.parse(
      "<p>a</p><ul class=slides><li><img src=/a.png alt=A></li></ul><ul><li><img src=/b.png>b</li></ul>",
      url
    )
    assert.strictEqual(
      Html.markdown(page, Html.everything(page)).markdown,
      "a\n\n![A](https://example.com/a.png)\n\n- ![](https://example.com/b.png) b"
    )
  })
})
