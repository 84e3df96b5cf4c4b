// Lists places with another common name than the first one in GeoNames: "CC: name = name = name; ..."
const groups = `
AT: Wien = Vienna; Tirol = Tyrol; Steiermark = Styria; Kärnten = Carinthia; Niederösterreich = Lower Austria; Oberösterreich = Upper Austria
BE: Bruxelles = Brussel = Brussels; Antwerpen = Antwerp; Gent = Ghent; Brugge = Bruges; Vlaanderen = Flanders; Wallonie = Wallonia; Oostende = Ostend
BG: Sofiya = Sofia
BR: Sao Paulo = São Paulo
CA: Québec = Quebec = Québec City; Montréal = Montreal
CH: Genève = Geneva = Genf; Luzern = Lucerne; Sankt Gallen = St. Gallen; Basel-City = Basel-Stadt; Zürich = Zurich; Graubünden = Grisons; Valais = Wallis; Sitten = Sion
CN: Peking = Beijing; Canton = Guangzhou
CZ: Praha = Prague; Plzeň = Pilsen
DE: Bayern = Bavaria; Hessen = Hesse; Niedersachsen = Lower Saxony; Nordrhein-Westfalen = North Rhine-Westphalia; Rheinland-Pfalz = Rhineland-Palatinate; Sachsen = Saxony; Sachsen-Anhalt = Saxony-Anhalt; Thüringen = Thuringia; Baden-Württemberg = Baden-Wurttemberg; Mecklenburg-Vorpommern = Mecklenburg-Western Pomerania; München = Munich = Muenchen; Köln = Cologne = Koeln; Nürnberg = Nuremberg; Hannover = Hanover; Düsseldorf = Duesseldorf; Frankfurt am Main = Frankfurt; Braunschweig = Brunswick
DK: København = Copenhagen; Aarhus = Århus
EG: Al Qahirah = Cairo; Al Iskandariyah = Alexandria
ES: Andalucía = Andalusia; Cataluña = Catalunya = Catalonia; País Vasco = Euskadi = Basque Country; Castilla y León = Castille and León = Castile and León; Castilla-La Mancha = Castille-La Mancha; Sevilla = Seville; Zaragoza = Saragossa; Donostia / San Sebastián = San Sebastián = Donostia; Gasteiz / Vitoria = Vitoria = Gasteiz = Vitoria-Gasteiz; A Coruña = La Coruña; Islas Baleares = Balearic Islands; Islas Canarias = Canary Islands; Navarra = Navarre; Aragón = Aragon; Comunidad de Madrid = Madrid; Comunidad Valenciana = Valencia
FI: Helsingfors = Helsinki; Åbo = Turku; Tammerfors = Tampere
FR: Bretagne = Brittany; Normandie = Normandy; Corse = Corsica; Marseille = Marseilles; Lyon = Lyons; Nice = Nizza; Strasbourg = Straßburg
GR: Athina = Athens; Thessaloniki = Thessaloníki = Salonica
HU: Pest = Budapest
IE: Baile Átha Cliath = Dublin
IN: Bengaluru = Bangalore; Mumbai = Bombay; Kolkata = Calcutta; Chennai = Madras; Puducherry = Pondicherry; Vadodara = Baroda; Varanasi = Benares; Prayagraj = Allahabad; Gurugram = Gurgaon = Gurgāon; Mysuru = Mysore; Thiruvananthapuram = Trivandrum; Kochi = Cochin; Odisha = Orissa; Pune = Poona; Delhi = National Capital Territory of Delhi
IT: Roma = Rome; Milano = Milan; Firenze = Florence; Venezia = Venice; Napoli = Naples; Torino = Turin; Genova = Genoa; Padova = Padua; Mantova = Mantua; Siracusa = Syracuse; Lombardia = Lombardy; Toscana = Tuscany; Sicilia = Sicily; Sardegna = Sardinia; Piemonte = Piedmont; Puglia = Apulia; Marche = The Marches; Valle d'Aosta = Aosta Valley; Basilicata = Basilicate
JP: Tokyo = Tōkyō; Osaka = Ōsaka; Kobe = Kōbe; Kyoto = Kyōto
KZ: Nur-Sultan = Astana
MM: Rangoon = Yangon
MX: Ciudad de México = Mexico City = CDMX
NL: Noord-Holland = North Holland; Zuid-Holland = South Holland; Noord-Brabant = North Brabant; Den Haag = The Hague = 's-Gravenhage; Fryslân = Friesland
PH: Manila = Metro Manila
PL: Warszawa = Warsaw; Kraków = Cracow; Mazowieckie = Mazovia; Śląskie = Silesia; Pomorskie = Pomerania; Małopolskie = Lesser Poland; Dolnośląskie = Lower Silesia; Wielkopolskie = Greater Poland
PT: Lisboa = Lisbon; Oporto = Porto
RO: București = Bucharest = Bucureşti
RS: Beograd = Belgrade
RU: Moskva = Moscow; Sankt-Peterburg = Saint Petersburg = St Petersburg
SE: Göteborg = Gothenburg; Skåne = Scania
TR: Istanbul = İstanbul; Constantinople = İstanbul; Ankara = Angora
TW: Taibei = Taipei
UA: Kyiv = Kiev; Kyiv City = Kyiv; Odesa = Odessa; Kharkiv = Kharkov; Lviv = Lvov; Dnipro = Dnipropetrovsk
US: New York = New York City = NYC; Washington = Washington DC; Saint Louis = St. Louis; Saint Paul = St. Paul; Los Angeles = LA; San Francisco = SF; District of Columbia = Washington DC
VN: Saigon = Ho Chi Minh City = Hồ Chí Minh; Hanoi = Hà Nội
`

const latin: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i" }

const readGroups = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const others = new Map<string, Set<string>>()
  for (const line of groups.trim().split("\n")) {
    const country = line.slice(0, 2)
    for (const group of line.slice(4).split(";")) {
      const names = group.split("=").map(key)
      for (const name of names) {
        const known = others.get(`${country} ${name}`) ?? new Set()
        for (const alternative of names) known.add(alternative)
        others.set(`${country} ${name}`, known)
      }
    }
  }
  return others
}

let other: ReadonlyMap<string, ReadonlySet<string>> | undefined = undefined

export function key(name: string): string {
  return plain(name).replace(/[^\p{L}\p{N}]+/gu, "")
}

export const keyTable = (table: string): string => plain(table).replace(/[^\p{L}\p{N}\t\n|]+/gu, "")

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase().replace(
    /[ßøłæđı]/g,
    (letter) => letter === "ß" ? "ss" : letter === "æ" ? "ae" : latin[letter]!
  )
}

const kind =
  /^(?:the )?(?:(?:free )?state|province|region|prefecture|county|city|oblast|department|canton|community) of /i
const kindAfter = / (?:state|province|region|prefecture|county|oblast|voivodeship|department|krai|metropolitan area)$/i

export const alternatives = (country: string, name: string): ReadonlySet<string> => {
  other ??= readGroups()
  const found = new Set<string>()
  for (const form of [name, name.replace(kind, ""), name.replace(kindAfter, "")]) {
    const name = key(form)
    if (name === "") continue
    found.add(name)
    for (const alternative of other.get(`${country} ${name}`) ?? []) found.add(alternative)
  }
  return found
}
