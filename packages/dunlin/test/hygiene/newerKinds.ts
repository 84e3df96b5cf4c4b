/**
 * Kinds that came later than those of `pages.ts`: newer ways of CSS to hide, layouts that pull text about and leave it in
 * sight, and what libraries of the web fade or fold in.
 */
import type { Kind } from "./kinds.ts"

const wrap = `<div class="wrap"><p class="note">%S</p></div>`

const at = (name: string, css: string, body = `<p class="note">%S</p>`): Kind => ({ name, css, body })
const rule = (name: string, declarations: string): Kind => at(name, `.note{${declarations}}`)

/** A page with a script of another address, which does what it says. */
const scripted = (name: string, css: string, body: string, script: string, click?: string): Kind => ({
  name,
  css,
  body,
  script,
  ...(click === undefined ? { shows: true } : { click })
})

/** What looks made ready for being faded in, beside a script that changes nothing. */
const unfaded = (declarations: string, ownScript: boolean): Kind => ({
  name: `no fade by ${declarations} with a script of ${ownScript ? "its own" : "another address"}`,
  css: `.note{opacity:0;${declarations}}`,
  body: `<p class="note">%S</p>`,
  ...(ownScript ? { head: "<script>1</script>" } : { script: "1" })
})

export const newerHidden: ReadonlyArray<Kind> = [
  unfaded("transition:0s", true),
  unfaded("transition:all 0s", false),
  unfaded("transition:opacity .001s", false),
  unfaded("transition:opacity 1s", true),
  unfaded("will-change:opacity", false),
  unfaded("transform:rotate(0deg)", true),
  unfaded("transform:scale(1)", false),
  unfaded("transform:translate(0)", true),
  unfaded("animation:none", false),
  // a script that is not read may well be one that shows it
  unfaded("transition:opacity 1s", false),
  rule("a polygon without width", "clip-path:polygon(0 0,0 100%,0 50%)"),
  rule("a polygon outside of the box", "clip-path:polygon(-90px -90px,-10px -90px,-10px -10px)"),
  rule("a polygon of one point in percent", "clip-path:polygon(50% 50%,50% 50%,50% 50%)"),
  rule("a path by xywh", "clip-path:xywh(0 0 0 0)"),
  rule("a path by rect", "clip-path:rect(0 0 0 0)"),
  rule("a path of a drawing", `clip-path:path("M0 0")`),
  rule("an inset in pixels", "clip-path:inset(0 0 2000px 0)"),
  rule("an ellipse of no height", "clip-path:ellipse(50% 0)"),
  rule("a circle elsewhere", "clip-path:circle(5px at -100px -100px)"),
  rule("a mask of one colour", "mask:linear-gradient(#0000 0 0)"),
  rule("a mask of no size", "mask:linear-gradient(#000,#000) 0 0/0 0 no-repeat"),
  rule("a conic mask", "mask-image:conic-gradient(transparent 0deg,transparent 360deg)"),
  rule("a mask of rgb without alpha", "mask-image:linear-gradient(rgba(0,0,0,0),rgb(0 0 0 / 0%))"),
  rule("a filter behind another", "filter:grayscale(1) opacity(0.01)"),
  rule("a filter that whitens", "filter:brightness(0) invert(1)"),
  rule("a filter that blurs", "filter:blur(60px)"),
  rule("a filter of no contrast", "filter:contrast(0) brightness(2)"),
  rule("letters by arithmetic", "font-size:calc(1px - 1px)"),
  at("letters by variables", ":root{--a:0;--b:calc(var(--a) * 1px)}.note{font-size:var(--b)}"),
  rule("letters by the least of two", "font-size:min(0px,2em)"),
  rule("letters by a clamp", "font-size:clamp(0px,0.1vw,1px)"),
  rule("opacity by arithmetic", "opacity:calc(1 - 1)"),
  rule("opacity by the least of two", "opacity:min(0,1)"),
  rule("opacity below nothing", "opacity:-1"),
  rule("a height by the least of two", "height:min(0px,10vh);overflow:hidden"),
  rule("a height by a clamp", "height:clamp(0px,0%,0px);overflow:hidden"),
  rule("a height by arithmetic", "max-height:calc(0 * 1px);overflow:hidden"),
  rule("a height by blocks", "block-size:0;overflow:hidden"),
  rule("a greatest width by lines", "max-inline-size:0;overflow:hidden;white-space:nowrap"),
  rule("left by lines", "position:absolute;inset-inline-start:-9999px"),
  rule("above by blocks", "position:absolute;inset-block-start:-9999px"),
  rule("inset by lines", "position:absolute;inset-inline:-9999px auto"),
  rule("a margin by lines", "margin-inline-start:-9999px"),
  rule("a margin of all sides", "margin:-9999px 0 0 -9999px;position:absolute"),
  rule("an indent from the right", "direction:rtl;text-indent:-9999px;overflow:hidden"),
  rule("an indent in parts of the window", "text-indent:-100vw;overflow:hidden;white-space:nowrap"),
  rule("moved by three lengths", "translate:0 -9999px 0"),
  rule("moved upwards by a matrix", "transform:matrix(1,0,0,1,0,-9999);position:absolute"),
  rule("shrunk by three dimensions", "transform:scale3d(0,0,1)"),
  rule("shrunk by a matrix", "transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)"),
  rule("turned by a quarter", "transform:rotateY(.25turn)"),
  rule("turned by its own property", "rotate:y 90deg"),
  rule("skewed flat", "transform:skewX(90deg)"),
  rule("shrunk by percent", "scale:0%"),
  rule("moved along a path", `offset-path:path("M-5000 0 L-5000 10");offset-distance:0%;position:absolute`),
  rule("zoomed by percent", "zoom:1%"),
  rule("light or dark", "color:light-dark(#fff,#000)"),
  rule("a mixed colour", "color:color-mix(in srgb,#fff 100%,#000)"),
  rule("a mix with nothing", "color:color-mix(in srgb,transparent 100%,#000)"),
  rule("a colour of another", "color:rgb(from black r g b / 0)"),
  rule("a colour in a space", "color:color(srgb 1 1 1)"),
  rule("a colour of lightness alone", "color:lab(100% 0 0)"),
  rule("a colour of lch", "color:lch(100 0 0)"),
  at("ground and letters in two spaces", ".note{background:oklch(1 0 0);color:#fefefe}"),
  at("a ground of the system", ".note{background:canvas;color:canvas}"),
  at("letters that inherit nothing", ".wrap{color:transparent}.note{color:inherit}", wrap),
  at("letters of the colour around", ".wrap{color:#0000}.note{color:currentColor}", wrap),
  at("a fill by a variable", ":root{--f:transparent}.note{-webkit-text-fill-color:var(--f)}"),
  at("a paint behind the letters", ".note{color:#fff;background:linear-gradient(#fff,#fff)}"),
  at("a shadow of no colour", ".note{color:transparent;text-shadow:0 0 0 transparent}"),
  at("within a named layer of a layer", "@layer a{@layer b{.note{display:none}}}"),
  at(
    "important in the first layer",
    "@layer a,b;@layer a{.note{display:none!important}}@layer b{.note{display:block!important}}"
  ),
  at(
    "a container of a width",
    ".wrap{container-type:inline-size}@container (min-width:100px){.note{display:none}}",
    wrap
  ),
  at(
    "a container with a name",
    ".wrap{container:box/inline-size}@container box (width>50px){.note{display:none}}",
    wrap
  ),
  at("a scope", "@scope (.wrap){.note{display:none}}", wrap),
  at("a scope of itself", "@scope (.note){:scope{display:none}}"),
  at("a starting style within supports", "@supports selector(:has(a)){.note{display:none}}"),
  at("supports of no nonsense", "@supports not (display:nonsense){.note{display:none}}"),
  at("nested twice", ".wrap{&>.note{&:not(.x){display:none}}}", wrap),
  at("nested in a query", ".note{@media (min-width:1px){display:none}}"),
  at("where within is", ":is(:where(.wrap) .note,.y){display:none}", wrap),
  at("has a sibling", ".note:has(+ p){display:none}", `<p class="note">%S</p><p>Spring tide.</p>`),
  at("the body has", "body:has(.wrap) .note{display:none}", wrap),
  at("a child of some", ".wrap>:nth-child(1 of .note){display:none}", wrap),
  at("the only child", ".wrap>:only-child{display:none}", wrap),
  at("by its language", ".wrap :lang(de){display:none}", `<div class="wrap"><p lang="de">%S</p></div>`),
  at("by its direction", ".wrap :dir(rtl){display:none}", `<div class="wrap"><p dir="rtl">%S</p></div>`),
  at("an element without a definition", "x-note:not(:defined){display:none}", `<x-note>%S</x-note>`),
  at("without contents of its own", ".wrap{display:contents}.wrap p{display:none}", wrap),
  at("a registered variable", "@property --o{syntax:'<number>';inherits:true;initial-value:0}.note{opacity:var(--o)}"),
  at("an animation that hides", "@keyframes out{to{opacity:0}}.note{animation:out 0s forwards}"),
  at(
    "an animation that stands still",
    "@keyframes in{from{opacity:0}to{opacity:1}}.note{opacity:0;animation:in 9s paused}"
  ),
  at("a popover by hand", "", `<div popover="manual"><p>%S</p></div>`),
  at(
    "a shadow tree with a style",
    "",
    `<div><template shadowrootmode="open"><style>p{display:none}</style><p>%S</p></template></div>`
  ),
  at(
    "the host of a shadow tree",
    "",
    `<div><template shadowrootmode="open"><style>:host{display:none}</style><p>%S</p></template></div>`
  ),
  at(
    "what a shadow tree has no slot for",
    "",
    `<div><template shadowrootmode="open"><p>Low water is at noon.</p></template><p>%S</p></div>`
  ),
  at(
    "placed away in a box that cuts",
    ".wrap{position:relative;overflow:hidden;height:60px}.note{position:absolute;top:400px}",
    wrap
  ),
  at("away in a box that contains", ".wrap{contain:strict;width:0;height:0}", wrap),
  at(
    "in a column out of sight",
    ".wrap{height:20px;width:100px;overflow:hidden;columns:1;column-fill:auto}.note{break-before:column}.wrap i{display:block;height:20px}",
    `<div class="wrap"><i></i><p class="note">%S</p></div>`
  ),
  at(
    "lines that are cut",
    ".note{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden;height:0}"
  ),
  at(
    "below others",
    ".wrap{position:relative}.note{position:absolute;z-index:-1;top:0}.wrap div{background:#fff;height:80px}",
    `<div class="wrap"><p class="note">%S</p><div></div></div>`
  ),
  at(
    "a part that a style closes",
    "details>*{content-visibility:hidden}details::details-content{display:none}",
    `<details open style="display:none"><summary>Tides</summary><p>%S</p></details>`
  )
]

export const newerShown: ReadonlyArray<Kind> = [
  at("pulled by a margin in a padded parent", ".wrap{padding-left:300px}.note{margin-left:-300px}", wrap),
  at("pulled by a margin in a wide padded parent", ".wrap{padding-left:700px}.note{margin-left:-650px}", wrap),
  at(
    "columns by negative margins",
    ".wrap{overflow:hidden;padding-left:320px}.mid{float:left;width:100%;margin:0}.note{float:left;width:300px;margin-left:-100%;position:relative;left:-310px}",
    `<div class="wrap"><p class="mid">Low water is at noon.</p><p class="note">%S</p></div>`
  ),
  at(
    "a column by a margin of all",
    ".mid{float:left;width:100%;margin:0;padding:0 0 60px}.note{float:left;width:250px;margin-left:-100%}",
    `<div style="overflow:hidden"><p class="mid">Low water is at noon.</p><p class="note">%S</p></div>`
  ),
  at(
    "a card over a large picture",
    ".hero{height:500px;background:#cde}.note{margin-top:-320px;position:relative}",
    `<div class="hero"></div><p class="note">%S</p>`
  ),
  at(
    "a note beside its text",
    ".wrap{position:relative;margin-left:400px;height:120px}.note{position:absolute;left:-380px;width:300px}",
    wrap
  ),
  at("a relative shift in a padded parent", ".wrap{padding-left:400px}.note{position:relative;left:-380px}", wrap),
  at("a label above its parent", ".wrap{position:relative;margin-top:420px}.note{position:absolute;top:-400px}", wrap),
  at("moved back by half", ".wrap{margin-left:50%}.note{transform:translateX(-300px)}", wrap),
  at("an indent that the padding takes back", ".note{padding-left:320px;text-indent:-310px}"),
  at(
    "as wide as the window by two margins",
    ".wrap{width:500px;margin:0 auto}.note{margin-left:-200px;margin-right:-200px}",
    wrap
  ),
  at("a polygon that cuts a corner", ".note{clip-path:polygon(0 0,100% 0,100% 80%,0 100%)}"),
  at("a mask that fades its end", ".note{mask-image:linear-gradient(#000 80%,transparent)}"),
  at("a conic mask that shows", ".note{mask-image:conic-gradient(#000,#000)}"),
  at("a filter without effect", ".note{filter:opacity(1) blur(0) brightness(1)}"),
  at(
    "a picture made lighter, not its text",
    ".wrap img{filter:blur(40px)}",
    `<div class="wrap"><img alt="" src="data:,"><p>%S</p></div>`
  ),
  at("letters by a clamp that reads", ".note{font-size:clamp(1rem,0.5vw,2rem)}"),
  at("a height by the most of two", ".note{height:max(0px,80px);overflow:hidden}"),
  at("opacity by arithmetic that shows", ".note{opacity:calc(1 - .2)}"),
  at(
    "light on dark by two modes",
    ".wrap{background:light-dark(#123,#fff);padding:4px}.note{color:light-dark(#fff,#000)}",
    wrap
  ),
  at("a mixed colour on white", ".note{color:color-mix(in srgb,#fff 10%,#000)}"),
  at("a colour from another", ".note{color:rgb(from #123 r g b / .9)}"),
  at("an inset that shows", ".note{clip-path:inset(2px 0 2px 0)}"),
  at(
    "a container that is too small",
    ".wrap{container-type:inline-size}@container (min-width:3000px){.note{display:none}}",
    wrap
  ),
  at("a container that nothing is in", "@container (min-width:10px){.note{display:none}}"),
  at(
    "a container of another name",
    ".wrap{container:box/inline-size}@container other (min-width:10px){.note{display:none}}",
    wrap
  ),
  at("a scope elsewhere", "@scope (.other){.note{display:none}}", `<div class="other"></div>${wrap}`),
  at(
    "a scope with an end",
    "@scope (.wrap) to (.inner){.note{display:none}}",
    `<div class="wrap"><div class="inner"><p class="note">%S</p></div></div>`
  ),
  at("within a layer below", "@layer a{.note{display:none!important}}@layer a{.note{display:block!important}}"),
  at("supports of nonsense", "@supports (color:nonsense(1)){.note{display:none}}"),
  at("a layer that loses", "@layer a,b;@layer b{.note{display:block}}@layer a{.note.note{display:none}}"),
  at(
    "until it is found, displayed",
    ".note{content-visibility:visible}",
    `<p hidden="until-found" class="note">%S</p>`
  ),
  at(
    "a shadow tree that hides its own",
    "",
    `<div><template shadowrootmode="open"><style>p{display:none}</style><p>Low water.</p></template></div><p>%S</p>`
  ),
  at("a shadow tree that shows", "", `<div><template shadowrootmode="open"><p>%S</p></template></div>`),
  at(
    "what a slot shows",
    "",
    `<div><template shadowrootmode="open"><b>Tide</b><slot></slot></template><p>%S</p></div>`
  ),
  at("drawn by a stroke", ".note{color:transparent;-webkit-text-stroke:.5px #222}"),
  at("from the right", ".note{direction:rtl;text-indent:20px}"),
  at("a rule for another direction", "[dir=rtl] .note{display:none}"),
  at("zoomed in", ".note{zoom:120%}")
]

const observer = (selector: string, then: string) =>
  `new IntersectionObserver((all)=>all.forEach(({target:t})=>{${then}})).observe(document.querySelector(${
    JSON.stringify(selector)
  }))`

export const newerLater: ReadonlyArray<Kind> = [
  scripted(
    "a fade of AOS",
    "[data-aos^=fade][data-aos^=fade]{opacity:0;transform:translate3d(0,100px,0)}[data-aos].aos-animate{opacity:1!important;transform:none!important}",
    `<div data-aos="fade-up"><p>%S</p></div>`,
    observer("[data-aos]", "t.classList.add('aos-animate')")
  ),
  scripted(
    "a fade of WOW",
    "@keyframes fadeInUp{from{opacity:0}to{opacity:1}}.animated{animation:fadeInUp .01s both}",
    `<div class="wow fadeInUp" style="visibility:hidden"><p>%S</p></div>`,
    observer(".wow", "t.style.visibility='visible';t.classList.add('animated')")
  ),
  scripted(
    "a fade of framer-motion",
    "",
    `<div style="opacity:0;transform:translateY(24px)"><p>%S</p></div>`,
    observer("[style^=opacity]", "t.style.opacity=1;t.style.transform='none'")
  ),
  scripted(
    "a fade of framer-motion with blur",
    "",
    `<div style="opacity:0;filter:blur(8px)"><p>%S</p></div>`,
    observer("[style^=opacity]", "t.style.opacity=1;t.style.filter='none'")
  ),
  scripted(
    "a move of framer-motion from afar",
    "",
    `<div style="opacity:0;transform:translateX(-400px)"><p>%S</p></div>`,
    observer("[style^=opacity]", "t.style.opacity=1;t.style.transform='none'")
  ),
  scripted(
    "a move of GSAP",
    ".gs_reveal{opacity:0;visibility:hidden;will-change:transform,opacity}",
    `<div class="gs_reveal gs_reveal_fromLeft"><p>%S</p></div>`,
    observer(".gs_reveal", "t.style.opacity=1;t.style.visibility='inherit'")
  ),
  scripted(
    "a reveal by a class",
    ".reveal{opacity:0;transform:translateY(30px);transition:opacity .01s}.reveal.is-visible{opacity:1;transform:none}",
    `<div class="reveal"><p>%S</p></div>`,
    observer(".reveal", "t.classList.add('is-visible')")
  ),
  scripted(
    "a reveal of ScrollReveal",
    "html.sr .load-hidden{visibility:hidden}",
    `<div class="load-hidden"><p>%S</p></div>`,
    observer(".load-hidden", "t.style.visibility='visible'")
  ),
  scripted(
    "a fade with a transition",
    ".intro-copy{opacity:0;transition:opacity .01s ease-in}",
    `<div class="intro-copy"><p>%S</p></div>`,
    observer(".intro-copy", "t.style.opacity=1")
  ),
  scripted(
    "a fade of Elementor",
    ".elementor-invisible{visibility:hidden}",
    `<div class="elementor-element elementor-invisible" data-settings='{"_animation":"fadeInUp"}'><p>%S</p></div>`,
    observer(".elementor-invisible", "t.classList.remove('elementor-invisible')")
  ),
  scripted(
    "a fade of Webflow",
    "",
    `<div data-w-id="5f1b1c2a-77" style="opacity:0;-webkit-transform:translate3d(0,40px,0) scale3d(1,1,1)"><p>%S</p></div>`,
    observer("[data-w-id]", "t.style.opacity=1")
  ),
  scripted(
    "a fade of Alpine",
    "",
    `<div x-data="{on:false}" x-intersect="on=true" style="opacity:0" :class="on&&'opacity-100'"><p>%S</p></div>`,
    observer("[x-intersect]", "t.style.opacity=1")
  ),
  scripted(
    "an accordion of Chakra",
    ".css-b{display:none;opacity:0;height:0;overflow:hidden}",
    `<div class="chakra-accordion__item css-a"><h2><button type="button" id="accordion-button-1" aria-expanded="false" class="go chakra-accordion__button">Tides</button></h2><div class="chakra-collapse" style="overflow:hidden;display:none;opacity:0;height:0px"><div role="region" aria-labelledby="accordion-button-1" class="chakra-accordion__panel">%S</div></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.querySelector(".chakra-collapse").style.cssText="display:block"}`,
    ".go"
  ),
  scripted(
    "an accordion of Radix",
    "",
    `<div data-state="closed" data-orientation="vertical"><h3><button class="go" type="button" aria-controls="radix-:r1:" aria-expanded="false" data-state="closed" id="radix-:r0:">Tides</button></h3><div data-state="closed" id="radix-:r1:" hidden role="region" aria-labelledby="radix-:r0:"><p>%S</p></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.getElementById("radix-:r1:").hidden=false}`,
    ".go"
  ),
  scripted(
    "a disclosure of Headless UI",
    "",
    `<div data-headlessui-state=""><button class="go" id="headlessui-disclosure-button-1" type="button" aria-expanded="false" data-headlessui-state="">Tides</button><div id="headlessui-disclosure-panel-1" style="display:none" data-headlessui-state=""><p>%S</p></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.getElementById("headlessui-disclosure-panel-1").style.display="block"}`,
    ".go"
  ),
  scripted(
    "an accordion of Material UI",
    ".css-h{height:0;overflow:hidden;visibility:hidden}",
    `<div class="MuiAccordion-root"><div class="go MuiAccordionSummary-root" tabindex="0" role="button" aria-expanded="false">Tides</div><div class="MuiCollapse-root MuiCollapse-hidden css-h" style="min-height:0px"><div class="MuiCollapse-wrapper"><div role="region"><p>%S</p></div></div></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.querySelector(".css-h").style.cssText="height:auto;visibility:visible"}`,
    ".go"
  ),
  scripted(
    "an accordion by rows of a grid",
    ".fold{display:grid;grid-template-rows:0fr}.fold>div{overflow:hidden;min-height:0}.fold.on{grid-template-rows:1fr}",
    `<button class="go" aria-expanded="false">Tides</button><div class="fold"><div><p>%S</p></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.querySelector(".fold").classList.add("on")}`,
    ".go"
  ),
  scripted(
    "an answer below its question",
    ".faq__a{height:0;overflow:hidden}",
    `<dl class="faq"><dt class="go" tabindex="0">When is low water?</dt><dd class="faq__a">%S</dd></dl>`,
    `document.querySelector(".go").onclick=()=>{document.querySelector(".faq__a").style.height="auto"}`,
    ".go"
  ),
  scripted(
    "an accordion of Ant Design",
    ".ant-collapse-content-inactive{display:none}",
    `<div class="ant-collapse-item"><div class="go ant-collapse-header" aria-expanded="false" role="button">Tides</div><div class="ant-collapse-content ant-collapse-content-inactive"><div class="ant-collapse-content-box">%S</div></div></div>`,
    `document.querySelector(".go").onclick=()=>{document.querySelector(".ant-collapse-content").className="ant-collapse-content"}`,
    ".go"
  ),
  {
    name: "until it is found",
    body:
      `<button class="go" onclick="document.querySelector('.found').removeAttribute('hidden')">More</button><div class="found" hidden="until-found"><p>%S</p></div>`,
    click: ".go"
  },
  {
    name: "a fade by the scroll alone",
    css:
      "@keyframes in{from{opacity:0;transform:translateY(40px)}to{opacity:1;transform:none}}.rise{animation:in linear both;animation-timeline:view();animation-range:entry 0% entry 1%}",
    body: `<div class="rise"><p>%S</p></div>`,
    shows: true
  },
  {
    name: "a starting style",
    css: ".rise{opacity:1;transition:opacity .01s;@starting-style{opacity:0}}",
    body: `<div class="rise"><p>%S</p></div>`,
    shows: true
  },
  {
    name: "a tooltip that is pointed at",
    css: ".tip{opacity:0}.go:hover .tip{opacity:1}",
    body: `<p class="go">Low water <span class="tip">%S</span></p>`,
    click: ".go"
  },
  {
    name: "a card that turns",
    css: ".face{position:relative;height:60px}.back{opacity:0}.face:hover .back{opacity:1}",
    body: `<div class="go face"><p class="front">Tide</p><p class="back">%S</p></div>`,
    click: ".go"
  }
]
