import { Parser } from "htmlparser2"
import { address, type Listing, MAX_SEGMENTS, refused, type Segment, type Track } from "./tracks.ts"

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Element>
  text: string
}

const MAX_MANIFEST_ELEMENTS = 100_000
const MAX_DEPTH_OF_MANIFEST = 20

const parse = (xml: string): Element | undefined => {
  const root: Element = { name: "", attributes: {}, children: [], text: "" }
  const open: Array<Element> = [root]
  let count = 0
  let isRefused = false
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const element: Element = { name: name.slice(name.indexOf(":") + 1), attributes, children: [], text: "" }
      if (++count > MAX_MANIFEST_ELEMENTS || open.length > MAX_DEPTH_OF_MANIFEST) {
        // Limits nesting, because the parser searches all open elements for each end tag.
        isRefused = true
        parser.pause()
        return
      }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    ontext: (text) => {
      const element = open.at(-1)!
      if (element.text.length < 4096) element.text += text
    },
    onclosetag: () => {
      if (open.length > 1) open.pop()
    }
  }, { xmlMode: true })
  parser.end(xml)
  return isRefused ? undefined : root.children.find(({ name }) => name === "MPD")
}

const all = (element: Element | undefined, name: string): ReadonlyArray<Element> =>
  element?.children.filter((child) => child.name === name) ?? []

const one = (element: Element | undefined, name: string): Element | undefined => all(element, name)[0]

const seconds = (duration: string | undefined): number | undefined => {
  const parts = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(duration ?? "")
  if (parts === null) return undefined
  const [days, hours, minutes, rest] = parts.slice(1).map((part) => Number(part ?? 0))
  return ((days! * 24 + hours!) * 60 + minutes!) * 60 + rest!
}

/** Parses an MPEG-DASH manifest (ISO/IEC 23009-1). Supports recorded media with one period. */
export const read = (manifest: string, base: string, kind: "audio" | "video"): Listing => {
  const root = parse(manifest)
  if (root === undefined) return refused("its manifest is damaged")
  if (root.attributes.type === "dynamic") return refused("it is a live stream")
  const [period, ...others] = all(root, "Period")
  if (period === undefined) return refused("its manifest is empty")
  if (others.length > 0) return refused("it consists of several periods")
  const duration = seconds(period.attributes.duration) ?? seconds(root.attributes.mediaPresentationDuration)
  const at = [root, period].reduce<string | undefined>(rebase, base)
  const sets = all(period, "AdaptationSet").map((set) => ({ set, type: typeOf(set) }))
  const wanted = kind === "audio" && sets.some(({ type }) => type === "audio")
    ? ["audio"]
    : ["video", "audio"]
  const tracks: Array<Track> = []
  for (const type of wanted) {
    // The first set is usually the original. Later ones are other languages or descriptions.
    const set = sets.find((each) => each.type === type)?.set
    if (set === undefined) continue
    const best = all(set, "Representation")
      .toSorted((left, right) => bandwidth(right) - bandwidth(left))[0]
    if (best === undefined) continue
    if ([set, best].some((element) => one(element, "ContentProtection") !== undefined)) {
      return refused("it is copy-protected")
    }
    const segments = segmentsOf(set, best, [set, best].reduce<string | undefined>(rebase, at), duration)
    if (segments === undefined || segments.length === 0) return refused("its manifest is damaged")
    if (segments.length > MAX_SEGMENTS) return refused("it has too many segments")
    tracks.push({ segments })
  }
  return tracks.length === 0
    ? refused("its manifest contains no downloadable media")
    : { _tag: "Tracks", tracks }
}

const typeOf = (set: Element): string => {
  const type = set.attributes.contentType ?? set.attributes.mimeType ??
    one(set, "Representation")?.attributes.mimeType ?? ""
  return type.split("/")[0]!
}

const bandwidth = ({ attributes }: Element): number => Number(attributes.bandwidth ?? 0) || 0

const rebase = (base: string | undefined, element: Element): string | undefined => {
  const reference = one(element, "BaseURL")?.text
  return base === undefined || reference === undefined ? base : address(reference, base)
}

const rangeOf = (range: string | undefined): Segment["range"] => {
  const [, start, end] = /^(\d{1,15})-(\d{1,15})$/.exec(range ?? "") ?? []
  return start === undefined || Number(end) < Number(start) ? undefined : { start: Number(start), end: Number(end) }
}

const segmentsOf = (
  set: Element,
  representation: Element,
  base: string | undefined,
  duration: number | undefined
): ReadonlyArray<Segment> | undefined => {
  if (base === undefined) return undefined
  const templates = [one(set, "SegmentTemplate"), one(representation, "SegmentTemplate")]
  if (templates.some((template) => template !== undefined)) {
    const attributes = { ...templates[0]?.attributes, ...templates[1]?.attributes }
    const timeline = one(templates[1], "SegmentTimeline") ?? one(templates[0], "SegmentTimeline")
    return fromTemplate(attributes, timeline, representation, base, duration)
  }
  const list = one(representation, "SegmentList") ?? one(set, "SegmentList")
  if (list !== undefined) {
    const first = one(list, "Initialization")
    return absolute([
      ...(first === undefined
        ? []
        : [{ url: first.attributes.sourceURL ?? "", range: rangeOf(first.attributes.range) }]),
      ...all(list, "SegmentURL").map(({ attributes }) => ({
        url: attributes.media ?? "",
        range: rangeOf(attributes.mediaRange)
      }))
    ], base)
  }
  return [{ url: base }]
}

const absolute = (
  segments: ReadonlyArray<{ readonly url: string; readonly range?: Segment["range"] }>,
  base: string
): ReadonlyArray<Segment> | undefined => {
  const found = segments.flatMap(({ range, url }) => {
    const resolved = address(url, base)
    return resolved === undefined ? [] : [{ url: resolved, range }]
  })
  return found.length === segments.length ? found : undefined
}

const fromTemplate = (
  attributes: Readonly<Record<string, string>>,
  timeline: Element | undefined,
  { attributes: { bandwidth, id } }: Element,
  base: string,
  duration: number | undefined
): ReadonlyArray<Segment> | undefined => {
  const fill = (template: string, number: number, time: number): string =>
    template.replace(/\$(?:(RepresentationID|Number|Time|Bandwidth)(?:%0(\d{1,2})d)?)?\$/g, (_, name, width) => {
      if (name === undefined) return "$"
      if (name === "RepresentationID") return id ?? ""
      const value = name === "Number" ? number : name === "Time" ? time : bandwidth ?? ""
      return String(value).padStart(Number(width ?? 0), "0")
    })
  if (attributes.media === undefined) return undefined
  const start = Number(attributes.startNumber ?? 1)
  const times = timeline === undefined
    ? equalSegments(attributes, duration)
    : timesOf(timeline, duration === undefined ? undefined : duration * Number(attributes.timescale ?? 1))
  if (times === undefined || !Number.isSafeInteger(start)) return undefined
  return absolute([
    ...(attributes.initialization === undefined ? [] : [{ url: fill(attributes.initialization, start, 0) }]),
    ...times.map((time, index) => ({ url: fill(attributes.media!, start + index, time) }))
  ], base)
}

const equalSegments = (
  attributes: Readonly<Record<string, string>>,
  duration: number | undefined
): ReadonlyArray<number> | undefined => {
  const length = Number(attributes.duration)
  const count = Math.ceil((duration ?? Number.NaN) * Number(attributes.timescale ?? 1) / length - 1e-6)
  return count > 0 && count <= MAX_SEGMENTS ? Array.from({ length: count }, (_, index) => index * length) : undefined
}

/** An `S` element stands for itself and `r` further segments. If `r` is -1, it stands for all up to the end. */
const timesOf = (timeline: Element, end: number | undefined): ReadonlyArray<number> | undefined => {
  const times: Array<number> = []
  let time = 0
  for (const { attributes } of all(timeline, "S")) {
    const length = Number(attributes.d)
    if (attributes.t !== undefined) time = Number(attributes.t)
    if (!(length > 0) || !Number.isFinite(time)) return undefined
    const repeats = Number(attributes.r ?? 0)
    const count = repeats >= 0 ? repeats + 1 : Math.ceil(((end ?? time) - time) / length)
    if (!(count <= MAX_SEGMENTS) || times.length + count > MAX_SEGMENTS + 1) return undefined
    for (let index = 0; index < count; index++) {
      times.push(time)
      time += length
    }
  }
  return times
}
