/** Tabs by the ARIA pattern: arrow keys move, and the selected tab is shown. */
import type { ComponentChildren } from "preact"
import { useId, useRef, useState } from "preact/hooks"

export interface Tab {
  readonly name: string
  readonly show: () => ComponentChildren
}

const steps: { readonly [key: string]: number } = { ArrowRight: 1, ArrowLeft: -1 }

export const Tabs = (props: { readonly label: string; readonly tabs: ReadonlyArray<Tab> }) => {
  const id = useId()
  const [chosen, choose] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(0, props.tabs.findIndex(({ name }) => name === chosen))
  const current = props.tabs[at]
  if (current === undefined) return null
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (at + step + props.tabs.length) % props.tabs.length
    choose(props.tabs[next]!.name)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={props.label} ref={list} onKeyDown={move}>
        {props.tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.name}`} key={current.name}>
        {current.show()}
      </div>
    </div>
  )
}
