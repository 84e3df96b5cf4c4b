import { LocalIndex } from "@dunlin/providers"
import { Query } from "@dunlin/query-operators"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeHere } from "./onThisThread.ts"
import { ask, names } from "./questions.ts"

const filled = (documents: Readonly<Record<string, string | readonly [title: string, text: string]>>) =>
  Effect.tap(makeHere, (index) =>
    index.add(
      Object.entries(documents).map(([name, document]) => ({
        url: `https://${name}.example/`,
        title: typeof document === "string" ? name : document[0],
        text: typeof document === "string" ? document : document[1]
      }))
    ))

const first = (index: LocalIndex.LocalIndex["Service"], query: string) =>
  Effect.map(ask(index, query), (answer) => names(answer)[0])

describe("LocalIndex finds the intended page", () => {
  it.live("ranks the page with the title of the query first", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        film: ["Indie film nominations announced", "Running shoes, running shoes and shoes for running. ".repeat(8)],
        guide: ["A guide to running", "Shoes for running are shoes; running in shoes."],
        shoes: ["Running shoes", "What to look for before you buy."]
      })
      assert.strictEqual(yield* first(index, "running shoes"), "shoes")
      assert.strictEqual(yield* first(index, "runnign shoes"), "shoes")
      assert.strictEqual(yield* first(index, "running sho"), "shoes")
      assert.strictEqual(yield* first(index, "runningshoes"), "shoes")
    }))

  it.live("ranks a page first whose name consists of common words", () =>
    Effect.gen(function*() {
      const others = Array.from({ length: 60 }, (_, at) => [`p${at}`, [`Useful ${at}`, "Very useful."]] as const)
      const index = yield* filled({
        ...Object.fromEntries(others),
        what: ["What this can be useful for", "A page about levers."],
        part: ["How to be useful | The lever handbook", "Another about pulleys."]
      })
      assert.strictEqual(yield* first(index, "what this can be useful for"), "what")
      assert.strictEqual(yield* first(index, "How to be useful?"), "part")
    }))

  it.live("names the conditions that no page with words of the query meets", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        kettle: "Boil water in a kettle, children.",
        urn: "An urn holds water for a day."
      })
      const warnings = (query: string) => Effect.map(ask(index, query), (answer) => answer.warnings)
      assert.deepStrictEqual(yield* warnings("kettle -children"), [
        "The only page with words of the query does not meet -children."
      ])
      assert.deepStrictEqual(yield* warnings("water \"kettle.py\" site:example"), [
        "Not one of the 2 pages with words of the query meets \"kettle.py\" site:example."
      ])
      assert.deepStrictEqual(yield* warnings("urn AND children"), [
        "Not one of the 2 pages with words of the query meets urn AND children."
      ])
      for (const query of ["water +zyzzyva", "+zyzzyva water"]) {
        assert.deepStrictEqual(yield* warnings(query), [
          "Not one of the 2 pages with words of the query meets +zyzzyva."
        ])
      }
      assert.deepStrictEqual(yield* warnings("zyzzyva -children"), [])
      assert.deepStrictEqual(yield* warnings("water -children"), [])
    }))

  it.live("reports how many pages it read if more match than it counts", () =>
    Effect.gen(function*() {
      const index = yield* filled(
        Object.fromEntries(Array.from({ length: 3001 }, (_, at) => [`p${at}`, "Water is wet."]))
      )
      assert.deepStrictEqual((yield* ask(index, "water site:nowhere.example")).warnings, [
        "Not one of the 3000 best pages with words of the query meets site:nowhere.example."
      ])
    }))

  it.live("reports which options of a command it treated as exclusions", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        run: "docker run -it starts a shell, and it waits.",
        image: "docker image list"
      })
      const found = yield* ask(index, "start docker run -it -f")
      assert.deepStrictEqual(names(found), ["image"])
      assert.deepStrictEqual(found.warnings, [
        "Pages with the word \"it\" were omitted; write \"-it\" in quotation marks to search for it.",
        "Pages with the word \"f\" were omitted; write \"-f\" in quotation marks to search for it."
      ])
      assert.deepStrictEqual(names(yield* ask(index, "docker run -it -f")), ["run", "image"])
      const quoted = yield* ask(index, "docker run \"-it\"")
      assert.deepStrictEqual(names(quoted), ["run"])
      assert.deepStrictEqual(quoted.warnings, [])
    }))

  it.live("returns the same first pages for every limit", () =>
    Effect.gen(function*() {
      const words = ["tide", "harbour", "pilot", "buoy", "ferry", "quay", "chart", "current"]
      // Of 400 pages each word is in many, in texts of different lengths, and in the titles of some.
      const word = (page: number, at: number) => words[(page * 7 + at * at * 3 + (page >> 3)) % words.length]!
      const documents = Array.from({ length: 400 }, (_, page) =>
        [`p${page}`, [
          page % 9 === 0 ? `${word(page, 1)} ${word(page, 2)}` : `Page ${page}`,
          Array.from({ length: 3 + page % 40 }, (_, at) => at % 3 === 0 ? word(page, at) : `of${at}`).join(" ")
        ]] as const)
      const index = yield* filled(Object.fromEntries(documents))
      for (const query of ["tide", "harbour pilot", "pilot harbour buoy", "chart p27", "Quay", "ferry tide current"]) {
        const ten = names(yield* ask(index, query))
        assert.lengthOf(new Set(ten), 10, query)
        assert.deepStrictEqual(ten, names(yield* ask(index, query, { limit: 33 })).slice(0, 10), query)
      }
    }))

  it.effect("accepts only dates of the calendar, and a date for its full day", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      const undated = ["yesterday", "2026-02-30", "2026-13-45", "31.12.2025", "01.02.2025", "2/30/2026", "Feb 30, 2026"]
      const dates = [...undated, "2026-11-22", "Mar 3, 2026"]
      const documents = dates.map((publishedAt, at) => ({
        url: `https://d${at}.example/`,
        title: publishedAt,
        text: "A lighthouse.",
        publishedAt
      }))
      yield* index.add(documents)
      assert.deepStrictEqual(
        documents.filter((document) => LocalIndex.undatedBecause(document).length > 0).map(({ publishedAt }) =>
          publishedAt
        ),
        undated
      )
      const { hits } = yield* ask(index, "lighthouse")
      assert.deepStrictEqual(
        hits.flatMap((hit) => hit.source === "web" ? hit.publishedAt ?? [] : []).toSorted(),
        ["2026-03-03", "2026-11-22"]
      )
      assert.deepStrictEqual(names(yield* ask(index, "lighthouse before:2020-01-01")), [])
      yield* TestClock.setTime(Date.UTC(2026, 10, 23, 11, 10))
      const lastDay = { time: { range: { unit: "day", count: 1 } } } as const
      assert.deepStrictEqual(names(yield* ask(index, "lighthouse", lastDay)), ["d7"])
    }))

  it.live("warns about a rare word only if few pages have it", () =>
    Effect.gen(function*() {
      const index = yield* filled(Object.fromEntries(Array.from({ length: 20 }, (_, at) =>
        [`p${at}`, ["Page", `A lighthouse ${"and ".repeat(at * 3)} lighthouses.`]] as const)))
      const answer = yield* ask(index, "lighthouse", { limit: 1 })
      assert.lengthOf(answer.hits, 1)
      assert.deepStrictEqual(answer.warnings, [])
    }))

  it.live("does not correct a dictionary word or a part of a longer word", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        ship: ["Donaudampfschifffahrt", "Die Donaudampfschifffahrt verkehrt seit Wien und Linz sie haben."],
        tram: ["Strassenbahn", "Die Straßenbahn hält in der Mitte der Stadt und nicht am Rand."],
        guide: ["Wien", "The city of Wien is one of the largest of them."]
      })
      for (const query of ["Wann fährt die Straßenbahn?", "Wie oft fahren", "Donaudampf", "oft Wien"]) {
        const { suggestion, warnings } = yield* ask(index, query)
        assert.isUndefined(suggestion, query)
        assert.notInclude(warnings.join(), "Also searched for", query)
      }
      assert.strictEqual((yield* ask(index, "Wie fährt die Strasenbahn")).suggestion, "Wie fährt die strassenbahn")
    }))

  it.live("suggests the intended spelling", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        k: ["Deploying", "Deploy to kubernetes with a chart."],
        s: ["Streams", "Backpressure of streams."]
      })
      const found = yield* ask(index, "kuberntes chart site:example")
      assert.deepStrictEqual(names(found), ["k"])
      assert.strictEqual(found.suggestion, "kubernetes chart site:example")
      assert.include(found.warnings.join(), "Also searched for")
      assert.isUndefined((yield* ask(index, "kubernetes")).suggestion)
      assert.deepStrictEqual(names(yield* ask(index, "\"kuberntes\"")), [])
      assert.deepStrictEqual(names(yield* ask(index, "backpres*")), ["s"])
      assert.deepStrictEqual(names(yield* ask(index, "xyzzyplugh")), [])
      // A part of a word that was taken for another makes no other query.
      assert.isUndefined((yield* ask(index, "chrat:\"\" streams")).suggestion)
    }))

  it.live("suggests no words of another language than the query's", () =>
    Effect.gen(function*() {
      const english = yield* filled({
        package: [
          "Installing a package",
          "The installer puts each packet that you get into the folder of the project."
        ],
        forge: ["The forage", "Animals that forage, and a vortex with costs, are not what this page is about."],
        kosten: ["Costs", "The costs of sending a packet with an installer to a customer, for free."]
      })
      for (
        const query of [
          "Wie installiere ich das Paket?",
          "comment installer un paquete dans le projet",
          "¿Cómo instaler la package?",
          "Kundex Vorlagex Kostenx"
        ]
      ) {
        const { suggestion, warnings } = yield* ask(english, query)
        assert.isUndefined(suggestion, query)
        assert.notInclude(warnings.join(), "Also searched for", query)
      }
      assert.strictEqual(
        (yield* ask(english, "how do I install the packge")).suggestion,
        "how do I install the package"
      )
    }))

  it.live("suggests a word only if a page has it with the other words of the query", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        harbour: ["Harbour", "The lighthouse stands beside the harbour wall and guides the ships."],
        kitchen: ["Kitchen", "The kettle stands beside the stove and boils the water."]
      })
      assert.strictEqual((yield* ask(index, "lighthuose harbor wall")).suggestion, "lighthouse harbour wall")
      assert.strictEqual((yield* ask(index, "lighthuose")).suggestion, "lighthouse")
      // A kettle, a harbour and ships are on no page together.
      assert.isUndefined((yield* ask(index, "ketle zyzzyva harbour ships")).suggestion)
      // No page has both, though each has a page of its own.
      assert.isUndefined((yield* ask(index, "lighthuose kettle")).suggestion)
      // Each has a page of its own: what the first page has is offered.
      const both = yield* ask(index, "kettel guidas")
      assert.strictEqual(names(both)[0], "kitchen")
      assert.strictEqual(both.suggestion, "kettle guidas")
    }))

  it.live("finds identifiers and symbols as a whole", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        snake: ["Users", "Call get_user_by_id(7) to read one."],
        parts: [
          "Get a user",
          "Get the user by the id. Get user, by id, user id, get by user. Module not found errors."
        ],
        error: ["Errors", "It ends with ERR_MODULE_NOT_FOUND when the file is missing."],
        cpp: ["Languages", "Written in C++, bound to other languages."],
        sharp: ["Other languages", "Written in C#."],
        go: ["Go", "import \"C\" in a comment; C, C and C again."],
        net: ["Platforms", "It runs on .NET as well."],
        spoken: ["Runtimes", "Install dotnet before it is built."],
        calls: ["Network", "Net calls go over the net."],
        node: ["Files", "Read with node:fs, or @scope/name."],
        hook: ["Hooks", "The hook useChat keeps messages."],
        effect: ["use effect", "Use effect here."],
        hyphen: ["Package", "Install use-effect from the registry."]
      })
      const cases = [
        ["get_user_by_id", "snake"],
        ["getUserById", "snake"],
        ["ERR_MODULE_NOT_FOUND", "error"],
        ["C++", "cpp"],
        ["\"C++\"", "cpp"],
        ["C#", "sharp"],
        [".NET", "net"],
        ["node:fs", "node"],
        ["@scope/name", "node"],
        ["useChat", "hook"],
        ["usechat", "hook"]
      ] as const
      for (const [query, expected] of cases) assert.strictEqual(yield* first(index, query), expected, query)
      assert.deepStrictEqual(names(yield* ask(index, "\"use-effect\"")), ["hyphen"])
      assert.deepStrictEqual(names(yield* ask(index, "\"use effect\"")), ["effect"])
      assert.deepStrictEqual(names(yield* ask(index, "\"C++\"")), ["cpp"])
      for (const query of [".NET", "dotnet", "DotNet"]) {
        const found = names(yield* ask(index, query))
        assert.sameMembers(found.slice(0, 2), ["net", "spoken"], query)
      }
      assert.include(names(yield* ask(index, "runs -dotnet")), "net")
      assert.deepStrictEqual(names(yield* ask(index, "+dotnet")), ["spoken"])
    }))

  it.live("finds inflected words, spelling variants, and parts of compounds", () =>
    Effect.gen(function*() {
      const texts = [
        ["Книги стоят на полке, и никто их не читает.", "книга"],
        ["قرأت الكُتُب في المكتبة كل يوم مع أصدقائي.", "كتب"],
        ["زرنا القاهرة في الصيف ورأينا الأهرامات هناك.", "القاهره"],
        ["Les chevaux courent dans le pré derrière la maison.", "cheval"],
        ["Der Krankenversicherungsbeitrag steigt im nächsten Jahr wieder.", "Krankenversicherung"],
        ["東京は日本の首都です。", "东京"],
        ["Diyarbakır'da hava bugün çok ılık ve güzel.", "diyarbakir ılık"],
        ["Los caballos corren por el campo verde.", "caballo"],
        ["Hästarna springer fort över det stora fältet.", "häst"],
        ["Könyveket olvasok minden este a szobámban.", "könyv"]
      ] as const
      const index = yield* filled(Object.fromEntries(texts.map(([text], at) => [`p${at}`, ["", text] as const])))
      for (const [at, [, query]] of texts.entries()) assert.strictEqual(yield* first(index, query), `p${at}`, query)
    }))

  it.live("finds a long page once by its best passage, and quotes it", () =>
    Effect.gen(function*() {
      const filler = Array.from({ length: 320 }, (_, at) => `Paragraph ${at} speaks of harbours, boats and nets.\n\n`)
      const long = [
        ...filler.slice(0, 90),
        "## Tides\n\nThe spring tide turns at four past nine.\n\n",
        ...filler.slice(90)
      ]
      const index = yield* filled({
        long: ["Almanac", long.join("")],
        short: ["Tide", "A tide is the rise of the sea."],
        other: ["Spring", "A season of flowers and of work in the garden."]
      })
      const found = yield* ask(index, "when does the spring tide turn")
      assert.strictEqual(names(found)[0], "long")
      assert.lengthOf(names(found).filter((name) => name === "long"), 1)
      const [hit] = found.hits
      assert.include(hit?.source === "web" ? hit.description : "", "four past nine")
      assert.isFalse(hit?.source === "web" ? hit.textIsWhole : undefined)
      assert.strictEqual((yield* index.read("https://long.example/"))?.text, long.join(""))
    }))

  it.live("requires words with AND, excludes with NOT, and reports pages without a date", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        both: "Jitter with backoff.",
        one: "Jitter alone.",
        lazy: "Lazy streams."
      })
      assert.deepStrictEqual(names(yield* ask(index, "jitter AND backoff")), ["both"])
      assert.deepStrictEqual(names(yield* ask(index, "jitter NOT backoff")), ["one"])
      const undated = yield* ask(index, "jitter after:2020-01-01")
      assert.deepStrictEqual(names(undated), [])
      assert.match(undated.warnings.join(), /^2 pages have words of the query but no date/)
    }))

  it.live("does not confuse a word with one derived from it", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        feed: "Writes an Atom feed that is downloaded.",
        adverb: "Files are downloaded and replaced atomically.",
        adjective: "Downloaded in one atomic step, or not at all.",
        name: "After downloading call replaceAtomically()."
      })
      assert.deepStrictEqual(names(yield* ask(index, "downloaded AND atomically")).sort(), [
        "adjective",
        "adverb",
        "name"
      ])
      assert.deepStrictEqual(names(yield* ask(index, "downloaded -atomically")), ["feed"])
      // Words that only rank find it all the same.
      assert.include(names(yield* ask(index, "downloaded atomically")), "feed")
    }))

  it.live("corrects a typo to one frequent word rather than to several rare ones", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        ...Object.fromEntries(
          Array.from(
            { length: 40 },
            (_, at) => [`other${at}`, ["Notes", `Calling number ${at} from the tower.`] as const]
          )
        ),
        meant: ["Tool Calling", `A tool for it. ${"Nothing else is said of this. ".repeat(30)}`],
        rare: ["Tool names", "A tool is named Callie, Calli, Callin or Callings; which tool it is, nobody knows."]
      })
      assert.strictEqual(names(yield* ask(index, "tool callnig"))[0], "meant")
    }))

  it.live("compares each word of a hyphenated title once", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        twice: ["Multi-user multi-user threads", "Threads of several."],
        meant: ["Multi-user threads", "Threads of several."]
      })
      assert.strictEqual(names(yield* ask(index, "multi-user threads"))[0], "meant")
    }))

  it.live("checks every alternative and every part of a group, by terms if they suffice", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        feed: "Writes an Atom feed that is downloaded.",
        adverb: "Files are replaced atomically.",
        walrus: "A walrus was counted.",
        both: "Every walrus is counted atomically.",
        report: ["report", "An Atom feed of the year."]
      })
      const found = (query: string) => Effect.map(ask(index, query), (answer) => names(answer).sort())
      assert.deepStrictEqual(yield* found("walrus OR atomically"), ["adverb", "both", "walrus"])
      assert.deepStrictEqual(yield* found("atomically OR filetype:pdf"), ["adverb", "both"])
      assert.deepStrictEqual(yield* found("atomically OR site:report.example"), ["adverb", "both", "report"])
      assert.deepStrictEqual(yield* found("(walrus counted) OR atomically"), ["adverb", "both", "walrus"])
      assert.deepStrictEqual(yield* found("(walrus feed) OR atomically"), ["adverb", "both"])
      assert.deepStrictEqual(yield* found("(walrus OR atomically) AND feed"), [])
      // What all words of an excluded group hold for is left out, and nothing else.
      assert.deepStrictEqual(yield* found("counted -(walrus atomically)"), ["walrus"])
      assert.deepStrictEqual(yield* found("feed -(walrus OR atomically)"), ["feed", "report"])
      assert.deepStrictEqual(yield* found("counted OR -atomically"), ["both", "feed", "report", "walrus"])
      // An alternative without words is found where none of the others is.
      assert.deepStrictEqual(yield* found("walrus OR site:feed.example"), ["both", "feed", "walrus"])
      assert.deepStrictEqual(yield* found("walrus counted OR site:feed.example"), ["both", "walrus"])
    }))

  it.live("finds amounts with and without a space before the unit", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        spaced: "The pump runs at 230 V and draws 500 W.",
        glued: "The lamp runs at 230V and draws 60W.",
        other: "Article 230 of the treaty.",
        plain: "Nothing of that kind."
      })
      assert.deepStrictEqual(names(yield* ask(index, "500W")), ["spaced"])
      assert.deepStrictEqual(names(yield* ask(index, "60 W"))[0], "glued")
      assert.deepStrictEqual(names(yield* ask(index, "230V")).slice(0, 2), ["glued", "spaced"])
      assert.sameMembers(names(yield* ask(index, "230 V")).slice(0, 2), ["glued", "spaced"])
      // What must be there must be there as it is written.
      assert.deepStrictEqual(names(yield* ask(index, "\"500W\"")), [])
    }))

  it.live("finds a name with and without a space before its number", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        apart: "Python 3 was released, and RFC 7231 was read.",
        together: "Use python3 in room B12.",
        other: "The third of the rooms."
      })
      assert.strictEqual(names(yield* ask(index, "python3"))[0], "together")
      assert.sameMembers(names(yield* ask(index, "python 3")).slice(0, 2), ["together", "apart"])
      assert.strictEqual(names(yield* ask(index, "RFC7231"))[0], "apart")
      assert.strictEqual(names(yield* ask(index, "B 12"))[0], "together")
      // What must be there must be there as it is written.
      assert.deepStrictEqual(names(yield* ask(index, "\"RFC7231\"")), [])
    }))

  it.live("treats dates and other numbers with hyphens as one name", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        many: ["Days", "2026-03-09, 2026-03-10, 2026-03-11 and 03-2026, 03-03: all of 2026, of 03 and of 2026-03."],
        day: ["Pump", "It was released on 2026-03-03 after a long time in which nobody spoke of it, and sells well."]
      })
      assert.strictEqual(yield* first(index, "2026-03-03"), "day")
      assert.strictEqual(yield* first(index, "2026-03-10"), "many")
    }))

  it.live("reports ignored words, and returns nothing for a query of only such words", () =>
    Effect.gen(function*() {
      const index = yield* filled({ party: "How to use 🎉 in messages.", other: "Nothing of that kind." })
      const ignored = "A word without letters or digits was ignored."
      const emoji = yield* ask(index, "🎉")
      assert.deepStrictEqual(names(emoji), ["party"])
      assert.deepStrictEqual(emoji.warnings, [])
      for (const query of ["--", "??=", "=> <=", "larger:10x10", "\u2615\ufe0f", "\u2764\ufe0f", "\u0301"]) {
        const { hits, warnings } = yield* ask(index, query)
        assert.deepStrictEqual(hits, [], query)
        assert.include(warnings, "The query contains no words to search for.", query)
      }
      assert.include((yield* ask(index, "messages ??=")).warnings, ignored)
      assert.deepStrictEqual(names(yield* ask(index, "messages ??=")), ["party"])
      // Nobody looks for what ends a sentence, stands for a prompt or joins what was pasted.
      for (
        const query of ["messages ?", "$ messages", "messages && nothing", "( messages );", "\u00ab messages \u00bb"]
      ) {
        assert.notInclude((yield* ask(index, query)).warnings, ignored, query)
      }
      // To leave something out is something to look for.
      assert.deepStrictEqual(names(yield* ask(index, "-messages")), ["other"])
    }))

  it.live("requires a word with +, and treats a signed number as a number", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        walrus: "A walrus and a walrus and one more walrus.",
        both: "An otter once met a walrus.",
        phone: "Call +49 30 1234."
      })
      assert.sameMembers(names(yield* ask(index, "walrus otter")), ["both", "walrus"])
      assert.deepStrictEqual(names(yield* ask(index, "walrus +otter")), ["both"])
      assert.deepStrictEqual(names(yield* ask(index, "walrus +heron")), [])
      assert.include(names(yield* ask(index, "walrus +49")), "walrus")
    }))

  it.live("suggests two words for a joined one, and none for a name in capitals", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        one: "Experimental decorators resolve nothing.",
        two: "Decorators are experimental."
      })
      assert.strictEqual(
        (yield* ask(index, "typed experimentalDecorators")).suggestion,
        "typed experimental decorators"
      )
      assert.strictEqual(
        (yield* ask(index, "(experimentalDecorators OR nothing)")).suggestion,
        "(experimental decorators) OR nothing"
      )
      assert.isUndefined((yield* ask(index, "error code ERESOLVE")).suggestion)
      // Who types all of it in capitals may mistype like anybody else.
      assert.strictEqual((yield* ask(index, "DECORATORS RESOLVEE")).suggestion, "DECORATORS resolve")
    }))

  it.live("finds ports of addresses", () =>
    Effect.gen(function*() {
      const index = yield* makeHere
      yield* index.add(
        ["https://pond.example:8443/admin", "https://pond.example/8443x", "http://pond.example:3000/"].map((url) => ({
          url,
          title: "Pond",
          text: "A pond."
        }))
      )
      const urls = (query: string) => Effect.map(ask(index, query), ({ hits }) => hits.map(({ url }) => url))
      const admin = ["https://pond.example:8443/admin"]
      assert.deepStrictEqual(yield* urls("site:pond.example:8443"), admin)
      assert.deepStrictEqual(yield* urls("site:pond.example:8443/admin pond"), admin)
      assert.deepStrictEqual(yield* urls("site:pond.example:443"), ["https://pond.example/8443x"])
      assert.deepStrictEqual(yield* urls("inurl:3000"), ["http://pond.example:3000/"])
      assert.deepStrictEqual(yield* urls("allinurl:8443 admin"), admin)
      assert.deepStrictEqual(yield* urls("inurl:pond.example:8443"), admin)
      assert.deepStrictEqual(yield* urls("inurl:8444"), [])
      assert.lengthOf(yield* urls("site:pond.example"), 3)
      assert.lengthOf(yield* urls("-site:pond.example:8443"), 2)
    }))

  it.live("reports what a time filter omitted, without words and with other filters", () =>
    Effect.gen(function*() {
      const index = yield* filled({ one: "A walrus.", two: "A walrus.", three: "An otter." })
      const said = (query: string) => Effect.map(ask(index, query), ({ warnings }) => warnings)
      assert.deepStrictEqual(yield* said("before:2024-01-01"), [
        "3 pages have no date, so the time filter omitted them."
      ])
      assert.deepStrictEqual(yield* said("before:2024-01-01 site:one.example"), [
        "1 page has no date, so the time filter omitted it."
      ])
      assert.deepStrictEqual(yield* said("walrus before:2024-01-01 site:one.example"), [
        "1 page has words of the query but no date, so the time filter omitted it."
      ])
      assert.deepStrictEqual(yield* said("before:2024-01-01 site:none.example"), [])
    }))

  it.live("treats a star as a wildcard only at the end of a word", () =>
    Effect.gen(function*() {
      const index = yield* filled({ pump: "The pump runs at 230 V." })
      const star = "`*` matches letters only at the end of a word, and not in quotation marks."
      for (const query of ["\"pump * 230\"", "p*mp", "*ump pump", "intitle:p*mp"]) {
        assert.include((yield* ask(index, query)).warnings, star, query)
      }
      for (const query of ["pump*", "pump", "pump * 230", "**pump**"]) {
        assert.notInclude((yield* ask(index, query)).warnings, star, query)
      }
    }))

  it.live("shows text without markup", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        a: [
          "Table",
          "# Widgets\n\n| `name` | **size** |\n| --- | --- |\n| gadget | <b>big</b> |\n\nA *gadget* [here](https://x.example)."
        ]
      })
      const [hit] = (yield* ask(index, "gadget")).hits
      assert.strictEqual(hit?.source === "web" ? hit.description : "", "Widgets. name, size gadget, big A gadget here.")
    }))

  it.live("returns the positions of words in a snippet", () =>
    Effect.gen(function*() {
      const filler = Array.from({ length: 60 }, (_, at) => `Sentence ${at} says nothing.`).join(" ")
      const index = yield* filled({
        short: ["Ports", "| Harbour | Tide |\n| --- | --- |\n| **Harbours** | *high* |"],
        long: ["Boats", `${filler} The tides turned, and every harbour was 🌊 empty. ${filler}`]
      })
      const marked = (query: string) =>
        Effect.map(ask(index, query), ({ hits }) =>
          Object.fromEntries(hits.flatMap((hit) =>
            hit.source === "web"
              ? [[
                new URL(hit.url).pathname.slice(1) || new URL(hit.url).hostname.split(".")[0]!,
                (hit.matches ?? []).map(({ end, start }) => hit.description.slice(start, end))
              ]]
              : []
          )))
      assert.deepStrictEqual(yield* marked("harbour tide"), {
        short: ["Harbour", "Tide", "Harbours"],
        long: ["tides", "harbour"]
      })
      // What was corrected is marked as it stands there.
      assert.deepStrictEqual((yield* marked("harbuor"))["long"], ["harbour"])
      assert.deepStrictEqual(yield* marked("ports"), { short: [] })
    }))

  it.live("ranks a rare form of a word after the usual one", () =>
    Effect.gen(function*() {
      const index = yield* filled({
        it: ["", "Gli uomini lavorano nei campi della valle."],
        fi: ["", "Lapset leikkivät puistossa koulun jälkeen."],
        es: ["", "Las niñas cantaban en el coro."],
        pt: ["", "As flores do jardim estão bonitas."],
        he: ["", "הספרים נמצאים על המדף בחדר."],
        hi: ["", "लड़कियाँ स्कूल में पढ़ती हैं।"],
        nl: ["", "De kinderen spelen buiten op het plein."]
      })
      for (const [word, name] of [["uomo", "it"], ["lapsi", "fi"], ["niña", "es"], ["flor", "pt"]] as const) {
        assert.strictEqual(yield* first(index, word), name)
      }
      for (const [word, name] of [["ספר", "he"], ["लड़की", "hi"], ["kind", "nl"]] as const) {
        assert.strictEqual(yield* first(index, word), name)
      }
      const found = yield* index.search({
        source: "web",
        limit: 10,
        country: "US",
        query: Query.parse("leikkivä").query
      })
      assert.deepStrictEqual(names(found), ["fi"])
      assert.deepStrictEqual(names(yield* ask(index, "\"uomo\"")), [])
      const exact = yield* filled({
        far: ["Harbours", "Harvesting is not what a harbour is for."],
        own: ["", "The harvest moon."],
        other: ["", "Harvesters at work."]
      })
      const forms = yield* ask(exact, "harvest moon")
      assert.strictEqual(names(forms)[0], "own")
    }))
})
