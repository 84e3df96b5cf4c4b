import { assert, describe, it } from "@effect/vitest"
import { names, unknown } from "../src/internal/settings/names.ts"

/** The slips of a name: a letter dropped, doubled, replaced or swapped with the next. */
const slipsOf = (name: string): ReadonlyArray<string> =>
  [...name].flatMap((letter, at) => {
    const [before, behind] = [name.slice(0, at), name.slice(at + 1)]
    return [
      before + behind,
      before + letter + letter + behind,
      `${before}X${behind}`,
      behind === "" ? name : before + behind[0] + letter + behind.slice(1)
    ]
  }).filter((slip) => slip !== name && /^D[A-Z]{3,7}_/.test(slip) && !names.includes(slip))

describe("names of settings", () => {
  it("a typing error in any letter of any setting is rejected, and names a setting", () => {
    assert.isAbove(names.length, 100)
    for (const name of names) {
      for (const { isTypo, nearest, variable } of unknown(slipsOf(name))) {
        assert.isTrue(isTypo, variable)
        assert.include(names, nearest)
      }
    }
  })

  it.each([
    ["DUNLIN_SAFE_BROWSING_KEY", "DUNLIN_SAFEBROWSING_KEY"],
    ["DUNLIN_PROVIDERS", "DUNLIN_PROVIDER"],
    ["DUNLIM_TEAMS", "DUNLIN_TEAMS"],
    ["dunlin_teams", "DUNLIN_TEAMS"],
    ["DUNLIN_DATABASEURL", "DUNLIN_DATABASE_URL"]
  ])("%s is a typing error of %s", (variable, nearest) => {
    assert.deepStrictEqual(unknown([variable]), [{ variable, nearest, isTypo: true }])
  })

  it.each(["DUNLIN_HOME", "DUNLIN_VERSION", "DUNLIN_IMAGE", "DUNLIN_LICENSE_TIER"])(
    "%s can belong to another program: it is unknown, and not a typing error",
    (variable) => {
      assert.containsSubset(unknown([variable]), [{ variable, isTypo: false }])
    }
  )

  it("variables of other programs are not settings", () => {
    assert.deepStrictEqual(unknown(["PATH", "DOCKER_HOST", "DEBIAN_FRONTEND", "DISPLAY", "DBUS_SESSION_BUS"]), [])
    assert.deepStrictEqual(unknown(names), [])
  })
})
