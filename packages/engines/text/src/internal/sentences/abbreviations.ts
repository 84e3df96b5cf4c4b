/** Lists abbreviations before a full stop, in lower case and without their last full stop. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""))

/** Abbreviations that a name, a number or an explanation follows, for example titles or "fig.". */
export const neverLast = setOf(`
  mr mrs ms dr prof st mt gen col sgt capt lt cmdr maj rev hon gov sen rep pres fr sr sra srta dott sig mme mlle mm me
  hr frau frl ing dipl mag dra
  fig figs eq eqs sec sect ch chap vol vols pp pg art arts par para ed eds app ref refs tab tbl ex
  nr nos abb abs kap bd bde hrsg aufl anm str bsp vgl sog ggf evtl bzgl inkl exkl einschl zzgl gem lt ca zzt urspr
  cf vs viz al e.g i.e z.b d.h u.a o.ä u.ä i.d.r s.o s.u z.t m.e p.ex p.e ej p.es cioè ecc.es т.е т.к т.н см рис табл стр напр
  p.s n.b approx resp incl excl esp spec av blvd jan feb mar apr jun jul aug sep sept oct nov dec mär okt dez janv févr juil
  núm núms pág págs tel tlf int ext dept est min max
  tzw np m.in prof.dr hab ul al ok zob ryc
  bl.a f.eks t.ex t.o.m f.d s.k dvs kl bijv d.w.z o.a blz nl i.v.m n.a.v
  г гг ул д т п пп ст им проф акад др
`)

/** Abbreviations that end a sentence only if the next word can start one. */
export const maybeLast = setOf(`
  etc inc ltd co corp llc jr sr bros plc a.m p.m u.s u.k u.n e.u d.c ph.d b.a m.a m.d no
  usw bzw u.s.w gmbh ag mio mrd tsd std co.kg
  cie env s.a ecc spa s.p.a s.r.l itp itd r w og ff f sqq ibid op.cit
  и т.д т.п тыс млн млрд руб коп
  m.fl osv o.s.v m.m enz
`)

export const months = setOf(`
  january february march april may june july august september october november december
  januar jänner februar märz mai juni juli oktober dezember
  januari februari maart mei augustus maj juni juli augusti oktober
  stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
  ledna února března dubna května června července srpna září října listopadu prosince
  januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
  január február március április május június július augusztus szeptember október december
  tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta
`)

/** Words before an ordinal number, which German, Danish, Norwegian and Czech write with a full stop. */
export const beforeOrdinals = setOf(
  "am vom zum bis der die das den dem des im ab seit und zur jeder jede jeden beim den det dne"
)
