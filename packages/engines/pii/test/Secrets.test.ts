/** Secrets that nobody was given: made from the table of shapes, and from formats, languages and kinds of values. */
import { detect } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"
import { formats, harmless, keyNames } from "./secretFormats.ts"
import { numbers, tokenOf } from "./tokens.ts"

const { shapes } = await import(new URL("../src/internal/secretShapes.ts", import.meta.url).href) as {
  readonly shapes: ReadonlyArray<readonly [kind: string, source: string, shape: RegExp]>
}

const secretsOf = (text: string): ReadonlyArray<string> =>
  detect(text).filter(({ entity }) => entity === "SECRET").map(({ end, start }) => text.slice(start, end))

/** Keys that their providers publish: a page may show them. */
const published = /^(?:pk_(?:live|test|prod)|sb_publishable|phc_)/
const tokensOfAKind = 5
/** A prefix of a few characters that all tokens share may stay. */
const leastCovered = 0.9

/** Marks behind a secret that say nothing of it: emphasis, a sentence that breaks off, what was left out. */
const besideMarks: ReadonlyArray<(secret: string) => string> = [
  (secret) => `***${secret}***`,
  (secret) => `We met ${secret}... there.`,
  (secret) => `We met ${secret}… there.`,
  (secret) => `We met ${secret}### there.`,
  (secret) => `We met ${secret}[...] there.`
]

/** Tokens of a shape, each with whatever the shape demands of it. */
const madeUp = (shape: RegExp): ReadonlyArray<string> => {
  const next = numbers(7)
  const whole = new RegExp(`^(?:${shape.source})$`, shape.flags)
  const lettersOnly = !/\\[dw]|0-9|\d-9|\d-7/.test(shape.source.replaceAll(/\{[\d,]+\}|\(\?!.*?\)/g, ""))
  const made: Array<string> = []
  for (let tries = 0; made.length < tokensOfAKind && tries < 500; tries++) {
    const token = tokenOf(shape.source, next)
    if (whole.test(token) && (/\d/.test(token) || lettersOnly)) made.push(token)
  }
  return made
}

const digit = "0123456789"
const word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

const values = () => {
  const next = numbers(7)
  const pick = (from: string, length: number) => Array.from({ length }, () => from[next(from.length)]).join("")
  const lower = word.slice(0, 26)
  const upper = word.slice(26)
  return [
    () => pick(`${digit}abcdef`, 32),
    () => pick(word + digit, 24),
    () => `${pick(`${word + digit}+/`, 43)}=`,
    () => pick(lower, 4) + pick(upper, 2) + pick(digit, 2) + pick("!#%*", 1) + pick(lower, 3),
    () => pick(lower, 5) + pick(digit, 3)
  ]
}

describe("secret formats", () => {
  it("are listed once per kind, with the source of their format", () => {
    assert.strictEqual(new Set(shapes.map(([kind]) => kind)).size, shapes.length)
    for (const [kind, source] of shapes) assert.isTrue(kind !== "" && source !== "", kind)
  })

  it.each(shapes)("match made-up tokens of the kind %s", (_, __, shape) => {
    const tokens = madeUp(shape)
    assert.strictEqual(tokens.length, tokensOfAKind)
    for (const token of tokens) {
      if (published.test(token)) continue
      const found = secretsOf(`We met ${token} there.`)
      assert.isAtLeast(found.join("").length / token.length, leastCovered, `${token}: ${found.join(" | ")}`)
    }
  })

  it.each(shapes)("match complete tokens before punctuation, of the kind %s", (_, __, shape) => {
    for (const token of madeUp(shape)) {
      if (published.test(token)) continue
      for (const write of besideMarks) {
        const found = secretsOf(write(token))
        assert.isAtLeast(found.join("").length / token.length, leastCovered, `${write(token)}: ${found.join(" | ")}`)
      }
    }
  })
})

describe("labelled secrets", () => {
  it("are found in every format, language, and kind of value", () => {
    const make = values()
    const missed: Array<string> = []
    let all = 0
    for (const [format, write] of Object.entries(formats)) {
      for (const [language, keys] of Object.entries(keyNames)) {
        for (const key of keys) {
          for (const value of make) {
            const secret = value()
            const text = write(key, secret).replaceAll(/[⟦⟧]/g, "")
            all++
            if (!secretsOf(text).includes(secret)) missed.push(`${format}, ${language}, ${key}: ${secret}`)
          }
        }
      }
    }
    // short ones behind words that mean other things too stay, for good
    assert.isAtMost(missed.length / all, 0.04, missed.slice(0, 40).join("\n"))
  })

  it("are found completely before punctuation", () => {
    const token = "q7Rz2LmX9vKd4TnB8wYc"
    for (
      const [text, secret] of [
        ["password: hunter2xYq9", "hunter2xYq9"],
        ["DB_PASSWORD=Xk29slq7Pw", "Xk29slq7Pw"],
        [`secret: ${token}`, token],
        [`key = sk_live_4eC39HqLyjWDarjtT1zdp7dc`, "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
        [`The password for admin is ${token}`, token],
        [`X-Token: ${token}`, token],
        [`connect_quill = ${token}`, token]
      ] as const
    ) {
      for (const write of besideMarks) {
        const found = secretsOf(write(text))
        assert.isTrue(found.some((one) => one.startsWith(secret)), `${write(text)}: ${found.join(" | ")}`)
      }
    }
    const jwt =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0T"
    for (const write of besideMarks) assert.include(secretsOf(write(jwt)), jwt)
  })

  it("are found in comparisons, alternatives, and before a colon", () => {
    const token = "q7Rz2LmX9vKd4TnB8wYc"
    for (
      const [text, secret] of [
        ["if password == \"hunter2xYq9\":\n    open()", "hunter2xYq9"],
        [`if api_key == "${token}":`, token],
        [`while token != "${token}": pass`, token],
        [`elif request.headers["X-Api-Key"] == "${token}":`, token],
        ["x = ready ? password: \"S3cr3tPr0d!x\" : next", "S3cr3tPr0d!x"],
        [`const key = isLive ? token = "${token}" : none`, token],
        [`if quill_secret is not "${token}":`, token],
        [`match api_token:\n  case "${token}":`, token],
        [`<login password="${token}" value="1"/>`, token]
      ] as const
    ) assert.deepStrictEqual(secretsOf(text), [secret], text)
    for (
      const text of [
        `{"token": "none", "${token}": 1}`,
        `{"tokens": {"${token}": 1}}`,
        `{"tokens": {\n    "${token}" : 1}}`,
        `{\\"tokens\\": {\\"api-custom\\": 1}}`,
        `<add name="quill.v8_token" value="executed" />`
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
  })

  it("are found in a variable with a signature", () => {
    const query = "sv=2022-11-02&se=2025-04-04T15%3A24%3A52Z&sr=c&sp=r&sig=WSdF9YeZhvrbs%2B1f8ZdDBzEe7fBJ%3D"
    assert.deepStrictEqual(secretsOf(`BLOB_SAS=${query}\n`), [query])
  })

  it("are found as bytes of a key, but not as a list of small numbers", () => {
    const list = "12, 255, 144, 3, 98, 201, 177, 45, 230, 18"
    assert.deepStrictEqual(secretsOf(`secret := []byte{${list}}`), [list])
    assert.deepStrictEqual(secretsOf("keys := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"), [])
  })

  it("are found for unlisted providers, by the words around them", () => {
    const hex = "5f2b7c9e0a41d6838b1c4e7f90a2d3c6b5e81f47"
    const key = "q7Rz2LmX9vKd4TnB8wYc"
    for (
      const [text, secret] of [
        [`try ${key}, it's the quill client secret`, key],
        [`${hex} is our quill api token`, hex],
        [`quill = QuillClient("${hex}")`, hex],
        [`quill.init("${key}")`, key],
        [`ENV['QUILL_SECRET'] ||= '${key}'`, key],
        [`const token ??= "${key}"`, key],
        [`curl -u ${key}/+x1: https://api.quill.example`, `${key}/+x1`],
        [`client_secret: KUpPlPZzIWzjoRkr`, "KUpPlPZzIWzjoRkr"]
      ] as const
    ) assert.deepStrictEqual(secretsOf(text), [secret], text)
    for (
      const text of [
        `${hex} is the commit that broke the key`,
        `${hex} is the public key of quill`,
        `${hex} is the primary key of the row`,
        `new Commit("${hex}")`,
        "clientSecret: getClientSecretFromVault",
        "curl -u ./users/list.txt https://api.quill.example"
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
  })

  it("are found after capitals, in a shell, in a database, and after a prefix", () => {
    const letters = "AbIEqaMJzFZzVLOOntppdLzxctmiVodC"
    for (
      const [text, secret] of [
        ["DBpassword=Prl23Db#@", "Prl23Db#@"],
        ["{\"JWTsecret\": \"a8f5f167f44f4964e6c998dee8\"}", "a8f5f167f44f4964e6c998dee8"],
        ["$p = ConvertTo-SecureString \"P@ssw0rd1\" -AsPlainText -Force", "P@ssw0rd1"],
        ["ConvertTo-SecureString -String -Force dsjUE#$gds8s", "dsjUE#$gds8s"],
        ["CREATE USER app IDENTIFIED BY 'hunter2xY'", "hunter2xY"],
        [`API_KEY = "sk-${letters}"`, `sk-${letters}`]
      ] as const
    ) assert.deepStrictEqual(secretsOf(text), [secret], text)
    for (
      const text of [
        "ConvertTo-SecureString -String $password -AsPlainText -Force",
        "ConvertTo-SecureString $env:PASSWORD",
        "see ConvertTo-SecureString to convert a value",
        "The birds were identified by Hunter2 and others",
        "key = \"ui-ButtonGroupContainerElementWithLabel\"",
        `the sk-${letters} branch`,
        "RGBkeys=Prl23Db 45"
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
  })

  it("are found in sentences, with three kinds of characters, after roles, and after users", () => {
    const token = "q7Rz2LmX9vKd4TnB8wYc"
    for (
      const [text, secret] of [
        ["The password for admin is xK9qLm22", "xK9qLm22"],
        ["The password for admin is hunter22", "hunter22"],
        [`API key for the Quill: ${token}`, token],
        ["X-Token:AIhq5Xyb1Gga9Q0", "AIhq5Xyb1Gga9Q0"],
        ["CREATE ROLE app WITH LOGIN PASSWORD SqLpa5sW0rD;", "SqLpa5sW0rD"],
        [`pwd = "Zwqirle!"`, "Zwqirle!"],
        [`next=https%3A%2F%2Fa.example%26token%3D${token}%26version%3D3`, token],
        [`git+https://${token}:x-oauth-basic@github.com/quill/app.git`, token]
      ] as const
    ) assert.deepStrictEqual(secretsOf(text), [secret], text)
  })

  it("are found as people write and print them: words, groups, codes", () => {
    const words = "abandon ability able about above absent absorb abstract absurd abuse access accident"
    for (
      const [text, secret] of [
        [`password: "correct-horse-battery-9"`, "correct-horse-battery-9"],
        ["My pw is Fluffy2019, tell nobody", "Fluffy2019"],
        [`mnemonic: ${words}`, words],
        [`The seed phrase is: ${words}.`, words],
        ["smtp_pass: abcd efgh ijkl mnop", "abcd efgh ijkl mnop"],
        ["Your one-time code is 839201.", "839201"],
        ["backup codes: 8h3k-29dk", "8h3k-29dk"],
        ["Your backup codes are: 8h3k29dk", "8h3k29dk"],
        ["Your backup codes are 8h3k-29dk and others", "8h3k-29dk"],
        ["auth code: 839201", "839201"],
        ["The authorization code is 839201", "839201"],
        ["The password is Changed2024, tell nobody", "Changed2024"],
        [`recovery phrase: ${words}`, words],
        [`Wallet phrase: ${words.replaceAll(" ", ", ")}`, words.replaceAll(" ", ", ")],
        [`mnemonic: ${words.replaceAll(" ", ", ")}`, words.replaceAll(" ", ", ")],
        [`seed: ${words}`, words]
      ] as const
    ) assert.deepStrictEqual(secretsOf(text), [secret], text)
    for (
      const text of [
        `password: "reset-password-form-2"`,
        "Your password is Required2 by the form",
        "The password is version2 of it",
        "mnemonic: every good boy does fine always remember this",
        "seed: abandon ability able about above absent",
        "password: make sure your team",
        "promo code: SAVE20, error code: 404123",
        "The security code is on the back",
        "The password is base64 encoded",
        "The password is sha256 hashed",
        "The password is SHA256 hashed",
        "The password for admin is base64 encoded",
        "The password is bcrypt12 and salted",
        "The password was md5123",
        "The password is encrypted256 bits",
        "The password is wrong2024",
        "The pwd is hashed42",
        "search phrase: cats dogs birds fish cows pigs goats ducks geese hens mice rats",
        "Latin phrase: lorem ipsum dolor amet tempor magna aliqua enim minim elit cursus vitae",
        "seed: apple, banana, cherry, grape, lemon, mango, melon, orange, papaya, peach, pear, plum",
        "author code: ABC123D",
        "authority code: FR2024",
        "Security codes are ISO27001"
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
  })

  it("are not releases with a date, classes, options of commands, and items of a list", () => {
    for (
      const text of [
        "token: nightly-2022-11-20",
        "The access token `nightly-2022-11-20` toolchain",
        "key draft-2020-12-schema",
        "secret = Terminal256Formatter()",
        "password Terminal256Formatter",
        "key: Base85Encoder",
        "password: -Zbzip2",
        "--passwd -Zbzip2",
        "info, kdf, mac, nseq, ocsp, passwd, pkcs12, pkcs7, pkcs8",
        "const token = req.headers['x-a2a-notification-token']"
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
    assert.deepStrictEqual(secretsOf("password: Herbst-2022!"), ["Herbst-2022!"])
    assert.deepStrictEqual(secretsOf("password: -Zbz2ip!x9"), ["-Zbz2ip!x9"])
  })

  it("are not names of settings, masks, alphabets, and examples of documentation", () => {
    for (
      const text of [
        "SECRET = getenv(\"GEHE1MN15\", '')",
        "{\"key\": \"api-custom\", \"c098f218a4b9c0fedea00199cba\": \"none\", \"token\", \"c098f218a4b9c0fedea0\": 1}",
        "<entry key=\"quill.mps.v8_elimination\" value=\"executed\" />",
        "serviceAccountToken: ops_eyJzaWduSW5B..[Redacted]",
        "export OP_SERVICE_ACCOUNT_TOKEN=ops_eyJzaWduSW5BZGRyZXNzIjoiaHR0cHM6...",
        "const validKeyChars = \"0123456789abcdefghijklmnopqrstuvwxyz_-\"",
        "pub const SN_id_Gost28147_89_None_KeyMeshing = \"id-Gost28147-89-None-KeyMeshing\"",
        "static final String SAMPLE = \"bace4d19-beef-cafe-c001-9129474bcd81\";",
        "multipart/mixed; boundary=\"e2e40037460dc010782b0fa7fa61\"",
        "xoxb-xoxb-my-bot-token",
        "xoxe.xoxp-1-RANDOMSTRINGHERE",
        "IP ID PW 192.168.0.1/guest/none",
        "curl -u <user:password> https://quill.example",
        "mysql://dbuser:secret@mysql.example:3306/db"
      ]
    ) assert.deepStrictEqual(secretsOf(text), [], text)
  })

  it("are found completely if long", () => {
    const token = Array.from({ length: 60 }, (_, i) => `aB${i}xK9q`).join("-")
    assert.deepStrictEqual(secretsOf(`refresh_token = "${token}"`), [token])
  })

  it.each(harmless)("are not found in %s", (text) => {
    assert.deepStrictEqual(secretsOf(text), [])
  })
})
