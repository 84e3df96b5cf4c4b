/** What templates leave where a time, a name or a text belongs. */
import { Html } from "@dunlin/html"
import { assert, it } from "@effect/vitest"

const filler = "<p>The light was built in the year of the storm, and its keeper wrote down each ship that passed.</p>"
const pageOf = (head: string, body = "") =>
  Html.parse(
    `<head>${head}</head><article><h1>The light</h1>${body}${filler.repeat(3)}</article>`,
    "https://light.example/a"
  )

it("omits an invalid time, and keeps the day of a time with a wrong offset", () => {
  const timeOf = (text: string) =>
    Html.metadata(pageOf(`<meta property="article:published_time" content="${text}">`)).publishedTime
  for (const none of ["yesterday", "2018-13-45", "0000-00-00T00:00:00Z", "{{date}}"]) {
    assert.isUndefined(timeOf(none), none)
  }
  assert.strictEqual(timeOf("2018-10-29T10:15-500"), "2018-10-29")
  for (const kept of ["2018-10-29T10:15:00-0500", "Mon, 29 Oct 2018 10:15:00 GMT", "2018-10-29"]) {
    assert.strictEqual(timeOf(kept), kept)
  }
})

it("does not use a button as the author", () => {
  assert.isUndefined(Html.metadata(pageOf("<meta name=author content=Subscribe>")).author)
  const byline = "<div class=byline><button>Link Copied</button><span class=author>Link Copied</span></div>"
  assert.isUndefined(Html.metadata(pageOf("", byline)).author)
  assert.strictEqual(Html.metadata(pageOf("<meta name=author content='Ann Keeper'>")).author, "Ann Keeper")
})

it("writes no permalink, in headings, texts, captions, and items", () => {
  const mark = (text: string) => `<a class="headerlink" href="#k">${text}</a>`
  const page = pageOf(
    "",
    `<h2>Keeper <a href="#k">[#]</a></h2><p>He sleeps.${mark("¶")}</p><ul><li id=k>Ropes ${mark("¶")}</li></ul>`
      + `<table><caption>Ships${
        mark("¶")
      }</caption><tr><th>a<th>b<tr><td>1<td>2</table><figure><img src=a.png alt=Plan><figcaption>Plan${
        mark("¶")
      }</figcaption></figure><p>See note <a href="#k">¶ 4</a>.</p>`
  )
  const { markdown } = Html.markdown(page, Html.mainContent(page))
  assert.notMatch(markdown, /\[#\]|\[¶\]|Plan ?¶/)
  assert.include(markdown, "See note [¶ 4]")
})
