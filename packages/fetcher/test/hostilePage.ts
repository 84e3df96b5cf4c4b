/**
 * A page that tries to reach an address in every way a document has. `B` stands for the origin of the address, `H` for
 * its host and port. Each way is named by the path it asks for.
 */
type Ways = Readonly<Record<string, string>>

/** By script. */
const scripts: Ways = {
  fetch: `fetch("B/fetch", { mode: "no-cors" })`,
  keepalive: `fetch("B/keepalive", { mode: "no-cors", keepalive: true, method: "POST" })`,
  later: `fetchLater("B/later", { activateAfter: 0 })`,
  xhr: `const x = new XMLHttpRequest(); x.open("GET", "B/xhr"); x.send()`,
  xhrWithPassword: `const x = new XMLHttpRequest(); x.open("GET", "B/xhrWithPassword", true, "u", "p"); x.send()`,
  beacon: `navigator.sendBeacon("B/beacon", "x")`,
  events: `new EventSource("B/events")`,
  socket: `new WebSocket("ws://H/socket")`,
  secureSocket: `new WebSocket("wss://H/secureSocket")`,
  socketStream: `new WebSocketStream("ws://H/socketStream")`,
  transport: `new WebTransport("https://H/transport")`,
  popup: `window.open("B/popup")`,
  popupWithoutOpener: `window.open("B/popupWithoutOpener", "_blank", "noopener")`,
  imported: `import("B/imported")`,
  worker: `new Worker(URL.createObjectURL(new Blob(['fetch("B/worker", { mode: "no-cors" })'])))`,
  importScripts: `new Worker(URL.createObjectURL(new Blob(['importScripts("B/importScripts")'])))`,
  moduleWorker: `new Worker(URL.createObjectURL(new Blob(['import "B/moduleWorker"'])), { type: "module" })`,
  sharedWorker: `new SharedWorker("/worker.js?B/sharedWorker")`,
  serviceWorker: `navigator.serviceWorker.register("/worker.js?B/serviceWorker")`,
  audioWorklet: `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule("B/audioWorklet")`,
  paintWorklet: `CSS.paintWorklet.addModule("B/paintWorklet")`,
  fontFace: `new FontFace("x", "url(B/fontFace)").load()`,
  image: `new Image().src = "B/image"`,
  credentials:
    `navigator.credentials.get({ identity: { providers: [{ configURL: "B/credentials", clientId: "x" }] } })`,
  payment:
    `new PaymentRequest([{ supportedMethods: "B/payment" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
  interestGroup: `navigator.joinAdInterestGroup({ owner: "B", name: "x", biddingLogicURL: "B/interestGroup" }, 99)`,
  redirectedFetch: `fetch("/redirect?B/redirectedFetch", { mode: "no-cors" })`,
  redirectedTwice: `fetch("/redirect?/redirect?B/redirectedTwice", { mode: "no-cors" })`,
  stun:
    `const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:H" }, { urls: "turn:H?transport=udp", username: "u", credential: "p" },
    { urls: "turn:H?transport=tcp", username: "u", credential: "p" }, { urls: "turns:H?transport=tcp", username: "u", credential: "p" }] })
    p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))`,
  peer:
    `const p = new RTCPeerConnection(); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)).then(() =>
    p.setRemoteDescription({ type: "answer", sdp: p.localDescription.sdp.replace("actpass", "active").replace(/a=candidate.*\\r\\n/g, "") })).then(() =>
    { for (const c of ["1 1 udp 2130706431 127.0.0.1 " + "H".split(":")[1] + " typ host", "2 1 tcp 1518280447 127.0.0.1 " + "H".split(":")[1] + " typ host tcptype passive"])
      p.addIceCandidate({ candidate: "candidate:" + c, sdpMid: "0", sdpMLineIndex: 0 }).catch(() => {}) })`
}

/** By markup. */
const markup: Ways = {
  img: `<img src="B/img">`,
  srcset: `<img srcset="B/srcset 1x">`,
  picture: `<picture><source srcset="B/picture"><img></picture>`,
  script: `<script src="B/script"></script>`,
  moduleScript: `<script type="module" src="B/moduleScript"></script>`,
  sheet: `<link rel="stylesheet" href="B/sheet">`,
  cssImport: `<style>@import url("B/cssImport");</style>`,
  background: `<div style="background: url(B/background)">x</div>`,
  imageSet: `<div style="background: image-set('B/imageSet' 1x)">x</div>`,
  mask: `<div style="mask: url(B/mask)">x</div>`,
  filter: `<div style="filter: url(B/filter#f)">x</div>`,
  cursor: `<div style="cursor: url(B/cursor), auto">x</div>`,
  listStyle: `<ul style="list-style: url(B/listStyle)"><li>x</ul>`,
  content: `<style>#content::before { content: url(B/content) }</style><div id=content></div>`,
  fontInSheet:
    `<style>@font-face { font-family: f; src: url(B/fontInSheet) } #font { font-family: f }</style><div id=font>x</div>`,
  prefetch: `<link rel="prefetch" href="B/prefetch">`,
  preload: `<link rel="preload" as="image" href="B/preload">`,
  modulePreload: `<link rel="modulepreload" href="B/modulePreload">`,
  preconnect: `<link rel="preconnect" href="B">`,
  dnsPrefetch: `<link rel="dns-prefetch" href="B">`,
  icon: `<link rel="icon" href="B/icon"><link rel="apple-touch-icon" href="B/touchIcon">`,
  manifest: `<link rel="manifest" href="B/manifest">`,
  dictionary: `<link rel="compression-dictionary" href="B/dictionary">`,
  frame: `<iframe src="B/frame"></iframe>`,
  redirectedFrame: `<iframe src="/redirect?B/redirectedFrame"></iframe>`,
  refreshedFrame: `<iframe src="/refresh?B/refreshedFrame"></iframe>`,
  sourceDocument: `<iframe srcdoc="<img src='B/sourceDocument'>"></iframe>`,
  sandboxedFrame:
    `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('B/sandboxedFrame', { mode: 'no-cors' })</script>"></iframe>`,
  dataFrame: `<iframe src="data:text/html,<img src='B/dataFrame'>"></iframe>`,
  blobFrame:
    `<iframe id=blob></iframe><script>blob.src = URL.createObjectURL(new Blob(["<img src='B/blobFrame'>"], { type: "text/html" }))</script>`,
  scriptFrame: `<iframe src="javascript:'<img src=B/scriptFrame>'"></iframe>`,
  fencedFrame:
    `<fencedframe id=fenced></fencedframe><script>try { fenced.config = new FencedFrameConfig("B/fencedFrame") } catch {}</script>`,
  viewSource: `<iframe src="view-source:B/viewSource"></iframe>`,
  fileSystem: `<iframe src="filesystem:B/temporary/fileSystem"></iframe>`,
  object: `<object data="B/object"></object>`,
  embed: `<embed src="B/embed">`,
  pdf: `<embed type="application/pdf" src="/pdf?B/pdf">`,
  pdfFrame: `<iframe src="/pdf?B/pdfFrame"></iframe>`,
  video: `<video src="B/video" autoplay></video>`,
  poster: `<video poster="B/poster"></video>`,
  audio: `<audio src="B/audio" autoplay></audio>`,
  track: `<video src="/silence" crossorigin><track default src="B/track"></video>`,
  svgImage: `<svg><image href="B/svgImage"/></svg>`,
  svgUse: `<svg><use href="B/svgUse#x"/></svg>`,
  inputImage: `<input type="image" src="B/inputImage">`,
  bodyBackground: `<table background="B/bodyBackground"><tr><td>x</table>`,
  form:
    `<iframe name=target></iframe><form id=form method=post action="B/form" target=target></form><script>form.submit()</script>`,
  ping: `<a id=ping href="#" ping="B/ping"></a><script>ping.click()</script>`,
  attribution: `<img attributionsrc="B/attribution" src="data:,">`,
  speculation: `<script type="speculationrules">{ "prefetch": [{ "source": "list", "urls": ["B/speculation"] }],
    "prerender": [{ "source": "list", "urls": ["B/prerender"] }] }</script>`,
  importMap:
    `<script type="importmap">{ "imports": { "x": "B/importMap" } }</script><script type="module">import "x"</script>`,
  styledXml: `<iframe src="/xml?B/styledXml"></iframe>`,
  reported: `<iframe src="/policy?B/reported"></iframe>`,
  portal: `<portal src="B/portal"></portal>`
}

const fill = (text: string, target: string) =>
  text.replaceAll(/\bB\b/g, `http://${target}`).replaceAll(/\bH\b/g, target)

/** The answers of the site the page is on, by path; what stands behind `?` is the address to reach. */
export const hostileSite = (target: string) => {
  const attack = Object.values(scripts).map((script) =>
    `try { Promise.resolve((() => { ${script} })()).catch(() => {}) } catch {}`
  )
  const page = `<!doctype html><title>hostile</title><h1>hostile</h1>${Object.values(markup).join("\n")}
    <script>addEventListener("unhandledrejection", (event) => event.preventDefault())
    ${attack.map((line) => `{ ${line} }`).join("\n")}</script>`
  const html = { "content-type": "text/html" }
  return (path: string, query: string): readonly [status: number, headers: Record<string, string>, body: string] => {
    switch (path) {
      case "/":
        return [200, {
          ...html,
          link: fill("<B/linkHeader>; rel=preload; as=image, <B>; rel=preconnect", target),
          "reporting-endpoints": fill("default=\"B/reporting\"", target),
          "report-to": fill("{\"group\":\"default\",\"max_age\":99,\"endpoints\":[{\"url\":\"B/reportTo\"}]}", target),
          nel: "{\"report_to\":\"default\",\"max_age\":99,\"success_fraction\":1}"
        }, fill(page, target)]
      case "/redirect":
        return [302, { location: query }, ""]
      case "/refresh":
        return [200, html, `<meta http-equiv=refresh content="0; url=${query}">`]
      case "/worker.js":
        return [
          200,
          { "content-type": "text/javascript" },
          `fetch(${JSON.stringify(query)}, { mode: "no-cors" }).catch(() => {})`
        ]
      case "/policy":
        return [200, { ...html, "content-security-policy": `img-src 'none'; report-uri ${query}` }, "<img src=/x>"]
      case "/xml":
        return [
          200,
          { "content-type": "text/xml" },
          `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/xsl?${query}"?>
          <!DOCTYPE x [<!ENTITY e SYSTEM "${query}">]><x>&e;<img xmlns="http://www.w3.org/1999/xhtml" src="${query}"/></x>`
        ]
      case "/pdf":
        return [
          200,
          { "content-type": "application/pdf" },
          `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(${query})>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O<</S/SubmitForm/F(${query})>>>>>>endobj
trailer<</Root 1 0 R>>\n`
        ]
      default:
        return [404, {}, ""]
    }
  }
}
