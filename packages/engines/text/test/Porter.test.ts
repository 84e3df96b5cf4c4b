import { Porter } from "@dunlin/text"
import { assert, describe, it } from "@effect/vitest"

// The examples of the paper (M. F. Porter, 1980), step by step, with what later steps leave of them.
const stems = {
  plurals: "caresses:caress ponies:poni ties:ti caress:caress cats:cat",
  past: "feed:feed agreed:agre plastered:plaster bled:bled motoring:motor sing:sing",
  repaired:
    "conflated:conflat troubled:troubl sized:size hopping:hop tanned:tan falling:fall hissing:hiss fizzed:fizz failing:fail filing:file",
  y: "happy:happi sky:sky",
  double:
    "relational:relat conditional:condit rational:ration digitizer:digit vietnamization:vietnam predication:predic operator:oper feudalism:feudal decisiveness:decis hopefulness:hope callousness:callous formality:formal sensitivity:sensit sensibility:sensibl",
  single:
    "triplicate:triplic formative:form formalize:formal electricity:electr electrical:electr hopeful:hope goodness:good",
  endings:
    "revival:reviv allowance:allow inference:infer airliner:airlin gyroscopic:gyroscop adjustable:adjust defensible:defens irritant:irrit replacement:replac adjustment:adjust dependent:depend adoption:adopt communism:commun activate:activ homologous:homolog effective:effect bowdlerize:bowdler",
  tidy: "probate:probat rate:rate cease:ceas controlling:control rolling:roll",
  vowels: "bathing:bath biking:bike busing:buse moting:mote eying:ei syzygied:syzygi"
}

describe("Porter.stem", () => {
  for (const [step, pairs] of Object.entries(stems)) {
    it(`removes endings: ${step}`, () => {
      const found = pairs.split(" ").map((pair) => pair.split(":")[0]!).map((word) => `${word}:${Porter.stem(word)}`)
      assert.strictEqual(found.join(" "), pairs)
    })
  }

  it("does not change other words", () => {
    for (const word of ["is", "as", "x".repeat(64) + "s"]) assert.strictEqual(Porter.stem(word), word)
  })
})
