/** Sentences of 14 languages that forbid something, and pages that contain them. */

export const foreign: ReadonlyArray<readonly [language: string, sentence: string, act: string, rest: string]> = [
  [
    "German",
    "Der Besucher darf unter keinen Umständen|das Ventil von Hand öffnen, solange die rote Lampe brennt.",
    "das Ventil von Hand öffnen",
    "Das Heft ist in Leinen gebunden."
  ],
  [
    "German, behind",
    "Der Besucher öffnet das Ventil von Hand|auf keinen Fall, solange die rote Lampe brennt.",
    "das Ventil von Hand",
    "Das Heft ist in Leinen gebunden."
  ],
  [
    "French",
    "Le visiteur ne doit en aucun cas|ouvrir la vanne à la main tant que la lampe rouge brille.",
    "ouvrir la vanne à la main",
    "Le cahier est relié en toile."
  ],
  [
    "Spanish",
    "El visitante no debe en ningún caso|abrir la válvula a mano mientras la lámpara roja brille.",
    "abrir la válvula a mano",
    "El cuaderno está encuadernado en tela."
  ],
  [
    "Italian",
    "Il visitatore non deve in nessun caso|aprire la valvola a mano mentre la lampada rossa è accesa.",
    "aprire la valvola a mano",
    "Il quaderno è rilegato in tela."
  ],
  [
    "Portuguese",
    "O visitante não deve em caso algum|abrir a válvula com a mão enquanto a lâmpada vermelha brilha.",
    "abrir a válvula com a mão",
    "O caderno é encadernado em pano."
  ],
  [
    "Dutch",
    "De bezoeker mag onder geen enkele voorwaarde|de klep met de hand openen zolang de rode lamp brandt.",
    "de klep met de hand openen",
    "Het schrift is in linnen gebonden."
  ],
  [
    "Polish",
    "Gość nie może pod żadnym pozorem|otwierać zaworu ręcznie, dopóki świeci czerwona lampa.",
    "otwierać zaworu ręcznie",
    "Zeszyt jest oprawiony w płótno."
  ],
  [
    "Russian",
    "Посетитель ни при каких условиях не должен|открывать клапан вручную, пока горит красная лампа.",
    "открывать клапан вручную",
    "Журнал переплетён в ткань."
  ],
  [
    "Chinese",
    "实验室的访客在任何情况下都不得|手动打开高压阀门，除非值班员在场。",
    "手动打开高压阀门",
    "日志每天由值班员签字。"
  ],
  ["Japanese", "研究室の来訪者は高圧の弁を手で|開けてはいけません。", "高圧の弁を手で", "日誌は毎日署名されます。"],
  [
    "Korean",
    "방문자는 어떤 경우에도 고압 밸브를 손으로|열어서는 안 됩니다.",
    "고압 밸브를 손으로",
    "일지는 매일 서명됩니다."
  ],
  [
    "Arabic",
    "لا يجوز للزائر في أي حال من الأحوال|فتح الصمام باليد عندما يكون المصباح مضاء.",
    "فتح الصمام باليد",
    "الدفتر مجلد بالقماش."
  ],
  [
    "Hindi",
    "आगंतुक को किसी भी हालत में वाल्व हाथ से|नहीं खोलना चाहिए जब लाल बत्ती जल रही हो।",
    "वाल्व हाथ से",
    "पत्रिका कपड़े में बंधी है।"
  ]
]

const breaks = ["\n", "  \n", "<br>\n", "\r\n", "\n> "]

const isUnspaced = (text: string) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)

interface Asked {
  readonly page: string
  readonly quotations: ReadonlyArray<{ readonly quotation: string; readonly isTrue: boolean }>
}

/**
 * Each page contains one sentence, with a line break inside. The result also has the sentence, and the sentence
 * without one of its words.
 */
export const languages = (pageCharacters: number): ReadonlyArray<Asked> =>
  foreign.flatMap(([, sentence, , rest], language) =>
    breaks.map((line, kind): Asked => {
      const [head, tail] = sentence.split("|") as [string, string]
      const mark = line.endsWith("> ") ? "> " : ""
      const filler = (count: number) =>
        Array.from({ length: count }, (_, number) =>
          `${mark}${rest.replace(/[.。।]$/, "")} ${number}${/[.。।]$/.exec(rest)?.[0] ?? "."}`)
          .join(`\n${mark.trim()}\n`)
      const size = Math.floor(pageCharacters / 2 / (rest.length + 8))
      const page = `${filler(size)}\n${mark.trim()}\n${mark}${head}${line}${tail}\n${mark.trim()}\n${filler(size)}`
      const glue = isUnspaced(sentence) ? "" : " "
      const whole = head + glue + tail
      const words = isUnspaced(sentence) ? [...whole] : whole.split(" ")
      // The word must be in the middle of the sentence, before another word.
      const isWord = (word: string | undefined) =>
        /^\p{L}[\p{L}\p{M}]*$/u.test(word ?? "")
      const inner = words.flatMap((word, at) => at > 0 && isWord(word) && isWord(words[at + 1]) ? [at] : [])
      const place = inner[(language * breaks.length + kind) * 7 % inner.length]!
      return {
        page,
        quotations: [
          { quotation: whole, isTrue: true },
          { quotation: words.toSpliced(place, 1).join(glue), isTrue: false },
          {
            quotation: words.toSpliced(place, 2, words[place + 1]!, words[place]!).join(glue),
            isTrue: words[place] === words[place + 1]
          }
        ]
      }
    })
  )
