const NAMES: Readonly<Record<string, string>> = {
  alt: "Alt",
  arrowdown: "ArrowDown",
  arrowleft: "ArrowLeft",
  arrowright: "ArrowRight",
  arrowup: "ArrowUp",
  backspace: "Backspace",
  cmd: "Meta",
  command: "Meta",
  control: "Control",
  ctrl: "Control",
  del: "Delete",
  delete: "Delete",
  down: "ArrowDown",
  end: "End",
  enter: "Enter",
  esc: "Escape",
  escape: "Escape",
  home: "Home",
  ins: "Insert",
  insert: "Insert",
  left: "ArrowLeft",
  meta: "Meta",
  option: "Alt",
  pagedown: "PageDown",
  pageup: "PageUp",
  pgdn: "PageDown",
  pgup: "PageUp",
  return: "Enter",
  right: "ArrowRight",
  shift: "Shift",
  space: "Space",
  spacebar: "Space",
  tab: "Tab",
  up: "ArrowUp"
}

const nameOf = (key: string): string => {
  const plain = key.toLowerCase().replace(/[\s_-]/g, "")
  if (Object.hasOwn(NAMES, plain)) return NAMES[plain]!
  return /^f(?:[1-9]|1[0-2])$/.test(plain) ? plain.toUpperCase() : key
}

export const keyOf = (key: string): string =>
  key.length < 2
    ? key
    : key.split(/(?<=.)\+(?=.)/).map((part) => part.length < 2 ? part : nameOf(part.trim())).join("+")
