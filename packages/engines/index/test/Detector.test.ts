import { assert, describe, it } from "@effect/vitest"
import { eld } from "eld/small"
import * as FastCheck from "fast-check"
import { detector } from "../src/internal/detector.ts"
import { detectable } from "../src/internal/language.ts"

const detect = detector()
const peer = eld.newInstance()
peer.setLanguageSubset([...detectable])

const texts = [
  "Die Häuser stehen am Rand der Straße, und wer nicht hört, muß fühlen.",
  "Les éléphants d’Afrique n'ont pas oublié l'été dernier.",
  "Los años pasan y nadie pregunta por qué llovía tanto.",
  "Příliš žluťoučký kůň úpěl ďábelské ódy.",
  "Zażółć gęślą jaźń, a potem idź spać.",
  "Pchnąć w tę łódź jeża lub ośm skrzyń fig.",
  "Đây là một câu tiếng Việt có nhiều dấu.",
  "Съешь же ещё этих мягких французских булок, да выпей чаю.",
  "Жебракують філософи при ґанку церкви в Гадячі.",
  "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
  "İstanbul'da yağmur yağıyor ve ışıklar sönüyor.",
  "Flygande bäckasiner söka hwila på mjuka tuvor.",
  "Hyvää päivää, mitä sinulle kuuluu tänään?",
  "Árvíztűrő tükörfúrógép a kertben.",
  "The quick brown fox jumps over the lazy dog, don't you think?",
  "نص حكيم له سر قاطع وذو شأن عظيم",
  "دانستن زبان‌های دیگر خوب است",
  "עטלף אבק נס דרך מזגן שהתפוצץ",
  "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
  "いろはにほへと ちりぬるを",
  "天地玄黃 宇宙洪荒",
  "다람쥐 헌 쳇바퀴에 타고파"
]

describe("detector", () => {
  it("detects the same languages as eld", () => {
    for (const text of texts) {
      // Sums of few sequences differ more easily.
      for (let end = 1; end <= text.length; end++) {
        const part = text.slice(0, end)
        assert.strictEqual(detect(part) ?? "", peer.detect(part).language, part)
      }
    }
    const long = texts.join(" ").repeat(3)
    for (let start = 0; start < long.length; start += 7) {
      const part = long.slice(start)
      assert.strictEqual(detect(part) ?? "", peer.detect(part).language, part.slice(0, 80))
    }
  })

  it("detects the same languages as eld for any characters", () => {
    const letters = FastCheck.constantFrom(..."aeéèıİßñżдтїעتกด日本😀\ud800\udc00'`’ \n.0-".split(""))
    FastCheck.assert(FastCheck.property(FastCheck.array(letters, { maxLength: 500 }), (all) => {
      const text = all.join("")
      assert.strictEqual(detect(text) ?? "", peer.detect(text).language)
    }))
  })
})
