/**
 * Defines pseudo-classes by other selectors.
 *
 * @since 0.1.0
 */

/** Input types to which `readonly` applies (HTML standard). */
const typed = "input:is(" +
  "text search url tel email password date month week time datetime-local number".split(" ")
    .map((type) => `[type=${type} i]`).join() +
  ")"

export const aliases: Readonly<Record<string, string>> = {
  "any-link": ":is(a, area, link)[href]",
  // Links never match `:visited`, because there is no browsing history.
  link: ":is(a, area, link)[href]",
  disabled: ":is(:is(button, input, select, textarea, optgroup, option)[disabled], optgroup[disabled] > option, "
    + "fieldset[disabled]:not(fieldset[disabled] legend:first-of-type *))",
  enabled: ":is(button, input, select, textarea, optgroup, option, fieldset):not(:disabled)",
  checked: ":is(input[type=radio], input[type=checkbox])[checked], :selected",
  required: ":is(input, select, textarea)[required]",
  optional: ":is(input, select, textarea):not([required])",
  "read-only": `[readonly]:is(textarea, ${typed})`,
  "read-write": `:not([readonly]):is(textarea, ${typed})`,
  selected: "option:is([selected], select:not([multiple]):not(:has(> option[selected])) > :first-of-type)",
  checkbox: "[type=checkbox]",
  file: "[type=file]",
  password: "[type=password]",
  radio: "[type=radio]",
  reset: "[type=reset]",
  image: "[type=image]",
  submit: "[type=submit]",
  parent: ":not(:empty)",
  header: ":is(h1, h2, h3, h4, h5, h6)",
  button: ":is(button, input[type=button])",
  input: ":is(input, textarea, select, button)",
  text: "input:is(:not([type!='']), [type=text])"
}
