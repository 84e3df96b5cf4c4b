/** Lists words that show whether a sentence continues, in lower case. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""))

/**
 * Articles, prepositions, conjunctions, negations and auxiliary verbs of frequent languages. They cannot end a
 * sentence or label.
 */
export const functionWords = setOf(`
  a an the of and or but nor not no to in on at by for from with without into onto over under than that which who whose
  whom when where while if unless until because as is are was were be been being am has have had do does did will would
  shall should can could may might must cannot never this these those its their his her our your my any each every some
  only also very more most less either neither both between about after before during through against per via except
  der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine keinen keiner zu zum zur im am
  auf aus bei mit nach von vom vor über unter durch für gegen ohne um als wie wenn weil dass daß ob ist sind war waren
  wird werden wurde wurden kann können muss müssen soll sollen darf dürfen sich auch nur noch sehr mehr sowie nie
  le la les un une du de et ou mais ni ne pas à au aux en dans sur sous par pour avec sans que qui dont où si est sont
  était ont ce cette ces son sa ses leur leurs plus très se jamais
  el los las una unos unas y o pero del al con sin por para quien es son era ha han su sus más muy como cuando nunca
  il lo gli uno e ma né non di della dei delle da dal nel nella tra fra che chi è sono hanno suo sua più quando mai
  os as um uma mas nem não do dos das em na nos nas com sem é são há seu mais nunca
  het een of maar niet geen van voor op aan uit naar door onder dat als zijn wordt worden moet ook nog nooit
  det ett et och og eller men inte ikke av af för til till med uten utan på i om som att är er var har ska skal aldrig
  oraz lub ale nie w we na z ze od po przez przy dla bez że który która które jest są był była się nigdy
  и или но не ни в во на с со к ко от до по при для без из за над под о об что который которая которые если когда как
  это его её их был была были есть никогда
  ve veya ama değil bir bu şu ile için gibi nebo v s pro jsou byl
`)

/** Letters of the longest function word. Longer words are not looked up. */
export const MAX_LETTERS_OF_FUNCTION_WORD = Math.max(...Array.from(functionWords, (word) => word.length))

export const starters = setOf(`
  the a an this these those it he she they we you i in on at for if when while there here however but and so as after
  before during since although because what who how why where no not all some most many each every one two first then
  thus to with from by our my his her their its use see note otherwise both another other such only do does is are was
  der die das ein eine dies diese dieser dieses es er sie wir ich im am auf bei mit nach wenn als für da doch aber und zu
  zum zur von vom man auch nur was wer wie wo
  le la les un une des ce cette ces il elle ils elles nous vous on je en dans pour si mais et avec par l
  el los las una este esta estos estas es con por para pero y se lo
  lo gli uno questo questa per ma e non
  o os as um uma isso em com mas não
  de het een dit deze op met voor maar en den det ett på för om men och
  to ten ta w na z ale nie jest
  в на и но это он она они мы вы не по при для если как что когда после
`)
