/** Renders the options of a request as controls, from its schema. */
import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import type { Field, Json, NamedField, Option } from "./fields.ts"

interface Values {
  readonly [name: string]: Json | undefined
}

type Change<Value> = (value: Value | undefined) => void

interface ControlProps {
  readonly of: NamedField
  readonly value: Json | undefined
  readonly onChange: Change<Json>
}

const asValues = (value: Json | undefined): Values =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value as Values : {}

/** The default as text, if it is a simple value. */
const otherwiseOf = (otherwise: Json | undefined): string =>
  otherwise === undefined || otherwise === null || typeof otherwise === "object" ? "" : `default ${otherwise}`

/** Help for an option. Names are in backticks, as in the whole contract. */
const Help = (props: { readonly text: string; readonly id?: string | undefined }) =>
  props.text === "" ? null : (
    <p class="help" id={props.id}>
      {props.text.split("`").map((part, at) => at % 2 === 0 ? part : <code key={at}>{part}</code>)}
    </p>
  )

const Labelled = (props: {
  readonly of: NamedField
  readonly id: string
  readonly children: ComponentChildren
}) => (
  <div class="field">
    <label for={props.id}>
      {props.of.name}
      {props.of.required ? <span class="needed">needed</span> : null}
    </label>
    {props.children}
    <Help text={props.of.description} id={`${props.id}-help`} />
  </div>
)

const helpOf = (of: NamedField, id: string) => of.description === "" ? undefined : `${id}-help`

const Flag = ({ of, onChange, value }: ControlProps) => {
  const id = useId()
  const shown = typeof value === "boolean" ? value : of.otherwise === true
  return (
    <div class="field flag">
      <input
        id={id}
        type="checkbox"
        checked={shown}
        aria-describedby={helpOf(of, id)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked === (of.otherwise === true) ? undefined : currentTarget.checked)}
      />
      <label for={id}>{of.name}</label>
      <Help text={of.description} id={`${id}-help`} />
    </div>
  )
}

const Numeric = ({ field, of, onChange, value }: ControlProps & { readonly field: Field & { kind: "number" } }) => {
  const id = useId()
  return (
    <Labelled of={of} id={id}>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={field.minimum}
        max={field.maximum}
        placeholder={otherwiseOf(of.otherwise)}
        value={typeof value === "number" ? value : ""}
        aria-describedby={helpOf(of, id)}
        onInput={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.valueAsNumber)}
      />
    </Labelled>
  )
}

const Text = ({ field, of, onChange, value }: ControlProps & { readonly field: Field & { kind: "text" } }) => {
  const id = useId()
  return (
    <Labelled of={of} id={id}>
      <input
        id={id}
        type="text"
        maxLength={field.maxLength}
        placeholder={otherwiseOf(of.otherwise)}
        value={typeof value === "string" ? value : ""}
        aria-describedby={helpOf(of, id)}
        onInput={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
      />
    </Labelled>
  )
}

const Choice = ({ field, of, onChange, value }: ControlProps & { readonly field: Field & { kind: "choice" } }) => {
  const id = useId()
  return (
    <Labelled of={of} id={id}>
      <select
        id={id}
        value={typeof value === "string" ? value : ""}
        aria-describedby={helpOf(of, id)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
      >
        <option value="">{otherwiseOf(of.otherwise) || "not said"}</option>
        {field.options.map((option) => <option key={option} value={option}>{option}</option>)}
      </select>
    </Labelled>
  )
}

const Lines = ({ of, onChange, value }: ControlProps) => {
  const id = useId()
  const [text, setText] = useState(Array.isArray(value) ? value.join("\n") : "")
  return (
    <Labelled of={of} id={id}>
      <textarea
        id={id}
        rows={2}
        placeholder="one a line"
        value={text}
        aria-describedby={helpOf(of, id)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          const lines = currentTarget.value.split("\n").map((line) => line.trim()).filter((line) => line !== "")
          onChange(lines.length === 0 ? undefined : lines)
        }}
      />
    </Labelled>
  )
}

const parse = (text: string): { readonly value: Json | undefined } | undefined => {
  if (text.trim() === "") return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const Raw = ({ of, onChange, value }: ControlProps) => {
  const id = useId()
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2))
  const isWrong = parse(text) === undefined
  return (
    <Labelled of={of} id={id}>
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        placeholder="JSON"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={helpOf(of, id)}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          const parsed = parse(currentTarget.value)
          if (parsed !== undefined) onChange(parsed.value)
        }}
      />
      {isWrong ? <p class="wrong">This is not JSON yet.</p> : null}
    </Labelled>
  )
}

const nameOf = (chosen: Json): string => typeof chosen === "string" ? chosen : String(asValues(chosen).type)

/** Only the name, if the option allows it and no other value is set. */
const chosenAs = (option: Option, values: Values): Json => {
  const said = Object.entries(values).filter(([name, value]) => name !== "type" && value !== undefined)
  return said.length === 0 && option.alone
    ? option.name
    : { type: option.name, ...Object.fromEntries(said as ReadonlyArray<[string, Json]>) }
}

const Choices = ({ field, of, onChange, value }: ControlProps & { readonly field: Field & { kind: "choices" } }) => {
  const given = Array.isArray(value) ? value : Array.isArray(of.otherwise) ? of.otherwise : []
  const set = (option: Option, next: Json | undefined) => {
    const others = given.filter((chosen) => nameOf(chosen) !== option.name)
    const at = given.findIndex((chosen) => nameOf(chosen) === option.name)
    onChange(
      next === undefined
        ? others
        : at < 0
        ? [...given, next]
        : given.map((chosen, index) => index === at ? next : chosen)
    )
  }
  return (
    <fieldset class="field">
      <legend>{of.name}</legend>
      <Help text={of.description} />
      <div class="choices">
        {field.options.map((option) => {
          const chosen = given.find((chosen) => nameOf(chosen) === option.name)
          return (
            <div key={option.name} class={chosen !== undefined && option.fields.length > 0 ? "choice open" : "choice"}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen !== undefined}
                  onChange={({ currentTarget }) =>
                    set(option, currentTarget.checked ? chosenAs(option, {}) : undefined)}
                />
                {option.name}
              </label>
              {chosen === undefined || option.fields.length === 0 ? null : (
                <Controls
                  fields={option.fields}
                  values={asValues(chosen)}
                  onChange={(values) => set(option, chosenAs(option, values))}
                />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Open when something in it is set. */
const Group = (props: ControlProps & { readonly fields: ReadonlyArray<NamedField> }) => (
  <details class="group" open={props.value !== undefined}>
    <summary>{props.of.name}</summary>
    <Help text={props.of.description} />
    <Controls
      fields={props.fields}
      values={asValues(props.value)}
      onChange={(values) =>
        props.onChange(values as Json)}
    />
  </details>
)

const Switch = (props: ControlProps & { readonly fields: ReadonlyArray<NamedField> }) => {
  const isOn = props.value !== undefined && props.value !== false
  return (
    <div class={isOn ? "choice open" : "choice"}>
      <Flag
        of={{ ...props.of, otherwise: false }}
        value={isOn}
        onChange={(on) => props.onChange(on === true ? true : undefined)}
      />
      {isOn
        ? (
          <Controls
            fields={props.fields}
            values={asValues(props.value)}
            onChange={(values) => {
              const said = Object.values(values).some((value) => value !== undefined)
              props.onChange(said ? values as Json : true)
            }}
          />
        )
        : null}
    </div>
  )
}

const Control = (props: ControlProps) => {
  const { field } = props.of
  switch (field.kind) {
    case "flag":
      return <Flag {...props} />
    case "number":
      return <Numeric {...props} field={field} />
    case "text":
      return <Text {...props} field={field} />
    case "choice":
      return <Choice {...props} field={field} />
    case "lines":
      return <Lines {...props} />
    case "choices":
      return <Choices {...props} field={field} />
    case "group":
      return <Group {...props} fields={field.fields} />
    case "switch":
      return <Switch {...props} fields={field.fields} />
    case "json":
      return <Raw {...props} />
  }
}

/** A control for every field; `values` has those that are not at their default. */
export const Controls = (props: {
  readonly fields: ReadonlyArray<NamedField>
  readonly values: Values
  readonly onChange: (values: Values) => void
}) => (
  <div class="controls">
    {props.fields.map((of) => (
      <Control
        key={of.name}
        of={of}
        value={props.values[of.name]}
        onChange={(value) => props.onChange({ ...props.values, [of.name]: value })}
      />
    ))}
  </div>
)
