/** What redaction leaves as it is, what it takes behind a label, and whom it knows by a title. */
import { detect } from "@dunlin/pii"
import { assert, describe, it } from "@effect/vitest"

const persons = (text: string): ReadonlyArray<string> =>
  detect(text, { entities: ["PERSON"] }).map(({ end, start }) => text.slice(start, end))
const found = (text: string): ReadonlyArray<string> => detect(text).map(({ end, start }) => text.slice(start, end))

const commit = "4f2d9a1c7be08356a1d2e3f4c5b69788a0b1c2d3"
const uuid = "b9000564-fe1a-409b-b8cc-1e88b294cd1d"

describe("texts without personal data", () => {
  it.each([
    "License: BSD-3-Clause",
    "license = \"GPL-3.0-or-later\"",
    "SPDX-License-Identifier: AGPL-3.0-or-later",
    "License: BSD-2-Clause",
    "```\ngit checkout " + commit + "\n```",
    `tree ${commit}\nparent ${commit}`,
    `- merge ${commit}`,
    `git revert ${commit}`,
    `hg update ${commit}`,
    `[instance: ${uuid}] Deleting`,
    `pod: ${uuid}`,
    "add the `quill-haiku-4-5` model to `@quill/models`",
    "See [rfc-6265-5.2.3] for more",
    "LinkedAccountId: 215805592",
    "convert the address to its IPv4 equivalent 10.0.0.1",
    "IPv6 addresses to detect embedded private IPv4 targets. The rest"
  ])("does not change %j", (text) => assert.deepStrictEqual(found(text), []))
})

const chosen = ["monkey", "dragon", "sunshine", "letmein", "123456", "aaaa", "iloveyou", "qwerty", "trustno1"]

describe("passwords made of words", () => {
  it.each(chosen)("finds %s after a label", (password) => {
    for (
      const text of [
        `password: ${password}`,
        `Password=${password};`,
        `PASSWORD=${password}\nHOST=x`,
        `password: "${password}"`,
        `PGPASSWORD=${password} psql`,
        `The password is ${password}.`,
        `curl -u admin:${password} https://quill.example`,
        `contraseña: ${password}`
      ]
    ) assert.deepStrictEqual(found(text), [password], text)
  })

  it.each([
    ["password = \"correct horse battery staple\"", "correct horse battery staple"],
    ["passphrase: correct horse battery staple", "correct horse battery staple"],
    ["PIN: 4711", "4711"]
  ])("finds the phrase or number in %j", (text, password) => assert.deepStrictEqual(found(text), [password]))

  it.each([
    ["REDIS_PASS=\"blauer stuhl\"", "blauer stuhl"],
    ["passphrase = rot gelb grün blau", "rot gelb grün blau"],
    ["[client]\nuser = root\npassword = maus", "maus"],
    ["Pwd=Herbst!", "Herbst!"],
    ["Driver={SQL};UID=u;PWD={bärlauch};", "bärlauch"],
    ["<password>pflaume</password>", "pflaume"],
    ["ENV POSTGRES_PASSWORD kastanie", "kastanie"],
    ["machine x.example login y password feige", "feige"],
    ["mysql -u root -phasenfuss shop", "hasenfuss"],
    ["mysqldump -uroot -p'kirsche' db > x.sql", "kirsche"],
    ["echo 'wurzel7' | sudo -S apt update", "wurzel7"],
    ["RUN echo 'root:wacholder' | chpasswd", "wacholder"],
    ["htpasswd -b .htpasswd carol regen12", "regen12"],
    ["net use z: \\\\srv\\share Winter11 /user:dan", "Winter11"],
    ["redis-cli -h x -a papaya info", "papaya"],
    ["The password for the wifi is \"purple elephant\".", "purple elephant"],
    ["Le mot de passe du wifi est « chat noir ».", "chat noir"],
    ["Use the PIN 4711 at the door.", "4711"]
  ])("finds the value in %j", (text, password) => assert.deepStrictEqual(found(text), [password]))

  it.each([
    "La contraseña es incorrecta.",
    "La password è scaduta.",
    "A senha é obrigatória.",
    "Das Passwort ist abgelaufen.",
    "boarding pass: gate 12",
    "mysql -u root -p shop",
    "redis-cli -a $PASS ping",
    "echo '1' | sudo tee /proc/x",
    "[auth]\npassword = required\n",
    "a PIN 2048-bit key",
    "The password is \"not required\".",
    "password: <password>",
    "password: your-password",
    "password: ****",
    "password: string",
    "password: required",
    "password: newPassword",
    "password: process.env.PASSWORD",
    "password: ${PASSWORD}",
    "password: str = Field()",
    "password: must have 8 characters",
    "password: \"must have at least 8 characters\"",
    "the password is wrong",
    "The password is encrypted.",
    "\"password\": \"Passwort\"",
    "Password: Enter your password",
    "const password = request.body.password",
    "pin: 4711"
  ])("does not change %j", (text) => assert.deepStrictEqual(found(text), []))
})

describe("names", () => {
  it.each([
    ["Dr. med. Schneider kommt", "Schneider"],
    ["Dr. jur. Weber", "Weber"],
    ["Prof. Dr. med. dent. Lang", "Lang"],
    ["Herr Dr.-Ing. Weber sagt", "Weber"],
    ["Dr. rer. nat. Anna Weber", "Anna Weber"],
    ["Avv. Rossi", "Rossi"],
    ["Ing. Bianchi", "Bianchi"],
    ["Sig.ra Rossi", "Rossi"],
    ["Dott.ssa Conti", "Conti"],
    ["Mevr. Bakker", "Bakker"],
    ["Dhr. de Vries", "de Vries"],
    ["Pan Kowalski", "Kowalski"],
    ["Pan Novák", "Novák"],
    ["Hr. Jensen", "Jensen"],
    ["др. Иванов", "Иванов"]
  ])("recognises the title in %j", (text, name) => assert.deepStrictEqual(found(text), [name]))

  it.each([
    "Pan American flew there",
    "the Doc Martens shop",
    "Arch Linux and Sr. Engineer",
    "Dr. med. and Dr. jur. are titles"
  ])(
    "finds no title in %j",
    (text) => assert.deepStrictEqual(found(text), [])
  )

  it("finds no person in streets, hospitals, and schools with a person's name", () => {
    for (
      const text of [
        "Domicilio: Calle Ramón Gómez de la Cerna 27, 3A.",
        "Domicilio: C/ Jacinto Benavente, 4, 3, D.",
        "Hospital General Universitario Gregorio Marañón. Madrid.",
        "Avda. Carlos Haya, 4. 29010 Málaga.",
        "Paseo Dr. Marañón, 14, 20009 San Sebastián",
        "Instituto de Psicología, Colegio Miguel Servet, Burgos",
        "Este Ministro Relator, monocraticamente, negou o pedido em 15 de Março de 2018."
      ]
    ) assert.deepStrictEqual(persons(text), [], text)
    assert.deepStrictEqual(persons("El médico Ramón Gómez trabaja en la calle."), ["Ramón Gómez"])
  })

  it("finds the name after a title and an office, but not the department", () => {
    for (
      const text of [
        "Frau Leiterin Gewässer sagte",
        "Herr Beauftragter Datenschutz kam",
        "Frau Referentin Öffentlichkeitsarbeit sagte",
        "Last updated: Thu, 29 Oct 2026"
      ]
    ) assert.deepStrictEqual(persons(text), [], text)
    assert.deepStrictEqual(persons("Frau Leiterin Anna Weber sprach"), ["Anna Weber"])
    assert.deepStrictEqual(persons("Frau Direktorin Weber kam"), ["Weber"])
    assert.deepStrictEqual(persons("Herr Abteilungsleiter Schmidt kam"), ["Schmidt"])
  })

  it("finds a listed family name before a verb of its language", () => {
    for (
      const [name, behind] of [
        ["Brzezinski", " war in Poole geboren und ist ein Freund von ihm, der dort wohnt."],
        ["Alvarez", " fungierte als Sprecher der Gruppe und ist nicht mit ihr nach Berlin gegangen."],
        ["Catalano", " era nato in un paese della Sicilia e viveva con la madre e con il fratello."]
      ] as const
    ) assert.deepStrictEqual(found(name + behind), [name])
  })

  it("finds the family name first in lists and tables", () => {
    for (
      const text of [
        "| Name | City |\n| --- | --- |\n| Miller, Jane | Rome |",
        "| Employee |\n| --- |\n| Miller, Jane |",
        "1. Miller, Jane",
        "- Miller, Jane\n",
        "name,mail\n\"Miller, Jane\",x\n"
      ]
    ) assert.deepStrictEqual(found(text), ["Miller, Jane"], text)
    for (const text of ["- Paris, Virginia", "- Summer, Grace and Joy", "| Ruby, Django |"]) {
      assert.deepStrictEqual(found(text), [], text)
    }
  })

  it("repeats a name only if it has two signs", () => {
    const text = "Converts to JSON Schema. A Schema is a type. Schema parses values."
    assert.notInclude(found(text), "Schema")
    assert.deepStrictEqual(found("She met Maria Schneider. Schneider agreed."), ["Maria Schneider", "Schneider"])
  })

  it.each([
    "Der Brief kam im Juli an. Dann ging er mit dem Hund in das Dorf.",
    "Anders gesagt: Darin liegt der Fehler, und die Regel ist nicht neu.",
    "Alleen de leden van het bestuur zijn in Mei op de lijst gezet.",
    "Nelle case di campagna non si trova il vino. Ora la porta è aperta.",
    "Ella no quiere que los niños se queden en la casa. Verá que es tarde.",
    "En Avril, les jours sont plus longs dans le nord et le soleil est haut.",
    "Sem a chave não se abre a porta da casa, e Ela está com o porteiro.",
    "Eylül ayında bu yol çok kalabalık ve daha uzun bir yol var."
  ])("does not treat a common word of a language as a name: %s", (text) => assert.deepStrictEqual(found(text), []))

  it("finds the same words as names in other languages", () => {
    for (const name of ["Ella", "Juli", "Anders"]) {
      assert.deepStrictEqual(found(`Yesterday I met ${name} at the lake, and we talked.`), [name])
    }
  })
})

describe("languages", () => {
  it.each([
    ["Der Vorschlag kam von Angela Hoffmeister und wurde im Rat der Stadt beraten.", ["Angela Hoffmeister"]],
    ["Il sindaco di Genova ha incontrato Galeazzo Brignole nella sede della Regione.", ["Galeazzo Brignole"]],
    ["Le ministre Thibault Lacaze a dit que la loi est prête.", ["Thibault Lacaze"]],
    ["Según explicó el alcalde Íñigo Larrañaga, la obra no está terminada.", ["Íñigo Larrañaga"]],
    ["O deputado Lélio Vasconcelos disse que a lei não é para todos.", ["Lélio Vasconcelos"]],
    ["Volgens burgemeester Sjoerd Hoekstra is het plan niet van de baan.", ["Sjoerd Hoekstra"]],
    ["Premier Zbigniew Kowalczyk powiedział, że to nie jest koniec.", ["Zbigniew Kowalczyk"]],
    ["Вчера министр Сергей Лазарев встретился с Джеффом Ноттом в Берлине.", ["Сергей Лазарев", "Джеффом Ноттом"]],
    ["Книгу написали Рональд Райт и Карл Орф.", ["Рональд Райт", "Карл Орф"]],
    ["Apellidos: Barrios Lopez.\nNHC: 94357", ["Barrios Lopez"]],
    ["La lettera di Benedetto XVI non è ancora arrivata nella città.", ["Benedetto XVI"]],
    ["He married Elizabeth Cronmiller in 1851, and she was from the city of the same name.", ["Elizabeth Cronmiller"]],
    ["[2026-02-03T16:34:00Z] Per Eriksson logged in from 6.174.2.215", ["Per Eriksson"]],
    ["Das ist der Brief von Annelies van den Berg an die Stadt.", ["Annelies van den Berg"]]
  ])("finds the names of %s", (text, names) => assert.deepStrictEqual(found(text), names))

  it.each([
    "Die Feste der Chinesen und der Sieg der Franzosen sind in dem Buch nicht beschrieben.",
    "Das Karibische Meer und das Schwarze Meer sind auf der Karte zu sehen, und die Nordsee ist es auch.",
    "Wenn Dienstreisen als Auslage abzurechnen sind, ist das Formular zu verwenden.",
    "Es geht um die Übermittlung von Dateien zum Server und um die Ablage von Kommentaren.",
    "Von Zeit zu Zeit wird die Ära nach dem Kaiser benannt, und der Tod ist das Ende.",
    "La Francia e l'Italia hanno firmato a Roma e a Ginevra, e nelle manifestazioni della guerra non si è visto.",
    "El 2 de marzo se firmó en Londres y en Ginebra el acuerdo de la paz con la Corona.",
    "Em Março a Terra está mais perto do Sol, e a Argélia não é a única que o sente.",
    "Hata düzeltildi ve Dolayısıyla bu yeni sürüm için bir sorun yok.",
    "Oto kilka przykładów, które nie są w repozytorium: Dane i Sama operacja.",
    "В городе Нижнем Тагиле и в Совете Федерации, и др. При этом Ближний Восток не назван.",
    "The tool converts schemas to JSON Schema, and OpenAPI Schema is defined by OpenAPI Initiative.",
    "Es gilt die Befreiung von der Versicherungspflicht, und auf Antrag von der Prüfung ist sie zu erteilen.",
    "The limits of Gen AI API providers are the limits of their models.",
    "Module load time\n> 92ms\n\nWarm Runs (average of 25 runs)"
  ])("finds no name in %s", (text) => assert.deepStrictEqual(found(text), []))
})
