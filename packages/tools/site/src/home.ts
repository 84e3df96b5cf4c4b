/**
 * Creates the front page from the start of README.md. Its arrangement lets a visitor understand Dunlin and try it
 * immediately.
 */
import { escape } from "./html.ts"

const QUESTIONS: ReadonlyArray<readonly [question: string, shows: string]> = [
  ["what if the engine ignores my filters", "a question in words"],
  ["migrate from tavily", "another product"],
  ["DUNLIN_DOORS=all", "a setting"],
  ["remvoe emails from a page", "a typo"]
]

const beginning = new RegExp(
  [
    "^<h1[^>]*>.*?</h1>",
    "<p>(?<about>[^]*?)</p>",
    "(?<install><pre[^]*?</pre>)",
    "(?<code><pre[^]*?</pre>)",
    "(?<output><pre[^]*?</pre>)",
    "<p>(?<needs>[^]*?)</p>",
    "<ul>(?<proofs>[^]*?)</ul>",
    "<p>(?<figures><img[^>]*>)</p>",
    "<p>(?<measured>[^]*?)</p>",
    "<p>(?<doors>[^]*?)</p>"
  ].join("\\s*")
)

export interface Facts {
  readonly pages: number
  readonly version: string
  readonly changelog: string
  readonly licence: string
}

const trial = (pages: number): string =>
  `<section class="try" aria-labelledby="try-it">
<h2 id="try-it">Try it here</h2>
<p>This box runs Dunlin's search index in your browser, over the ${pages} pages of this documentation. It sends nothing.</p>
<form role="search" aria-label="Try the index">
<label for="trial" class="hidden">A question about Dunlin</label>
<input id="trial" type="search" autocomplete="off" placeholder="Ask something about Dunlin" aria-controls="answers">
</form>
<p class="questions">${
    QUESTIONS.map(([question, shows]) =>
      `<button type="button" data-question="${escape(question)}">${escape(question)}<span> ${shows}</span></button>`
    ).join("")
  }</p>
<div id="answers" class="results" role="region" aria-label="Answers" aria-live="polite" hidden></div>
</section>`

export const homeOf = (html: string, { changelog, licence, pages, version }: Facts): string => {
  const found = beginning.exec(html)
  if (found?.groups === undefined) {
    throw new Error(
      "README.md: the front page takes from it, in this order: a paragraph, three blocks of code (install, program, output), " +
        "a paragraph, a list, a picture, and two paragraphs"
    )
  }
  const { about = "", code, doors, figures, install, measured, needs, output, proofs = "" } = found.groups
  const [, headline = about, lead = ""] = /^(.*?)\.\s+([^]*)$/.exec(about) ?? []
  return `<div class="hero">
<div>
<h1 id="dunlin">${headline}</h1>
<p class="lead">${lead}</p>
${install}
<p class="doors">${doors}</p>
<p class="version">Version ${
    escape(version)
  } · <a href="${changelog}">Changelog</a> · <a href="${licence}">MIT licence</a></p>
</div>
<div class="shown">
${code}
<p class="prints">prints</p>
${output}
</div>
</div>
<p class="needs">${needs}</p>
${trial(pages)}
<ul class="proofs">${proofs}</ul>
<figure>${figures}<figcaption>${measured}</figcaption></figure>
${html.slice(found[0].length).trim()}`
}
