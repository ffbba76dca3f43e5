import type { ComponentChildren } from "preact";
import { model, toggle } from "../model/model.ts";
import type { Named, Problem } from "../model/view.ts";
import { copy } from "./actions.ts";

interface RowProps {
  readonly id: string;
  readonly outcome: string;
  readonly isOutgoing: boolean;
  readonly other: string;
  readonly title: ComponentChildren;
  readonly result: string;
  readonly last: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Row(props: RowProps) {
  const { id, outcome, isOutgoing, other, title, result, last, children } = props;
  const isOpen = model.opened.includes(id);
  return (
    <li class={outcome}>
      <button type="button" class="row" aria-expanded={isOpen} onClick={() => toggle(id)}>
        <span aria-hidden="true">{isOutgoing ? "→" : "←"}</span>
        <span class="unseen">{`${isOutgoing ? "To" : "From"} the ${other}: `}</span>
        {title}
        <span class="result">{result}</span>
        <span class="ms">{last}</span>
      </button>
      {isOpen && children}
    </li>
  );
}

export function Options({ items, chosen }: { readonly items: readonly Named[]; readonly chosen?: string }) {
  return (
    <>
      {items.map(({ id, name }) => (
        <option key={id} value={id} selected={id === chosen}>
          {name}
        </option>
      ))}
    </>
  );
}

interface PickProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly Named[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

export function Pick({ id, label, items, chosen, choose }: PickProps) {
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <Options items={items} chosen={chosen} />
      </select>
    </div>
  );
}

export function ProblemBox({ problem: { message, hint } }: { readonly problem: Problem }) {
  return (
    <div class="problem">
      <p>{message}</p>
      <p class="hint">{hint}</p>
    </div>
  );
}

const format = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toUTCString()}>
      {format.format(date)}
    </time>
  );
}

interface SearchProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly search: (text: string) => void;
  readonly status: string;
  readonly children?: ComponentChildren;
}

export function Search({ id, label, placeholder, value, search, status, children }: SearchProps) {
  return (
    <>
      <div class="field search">
        <label for={id}>{label}</label>
        <div class="buttons">
          <input
            id={id}
            type="search"
            autocomplete="off"
            placeholder={placeholder}
            value={value}
            onInput={({ currentTarget }) => search(currentTarget.value)}
          />
          {children}
        </div>
      </div>
      <p class="waiting" role="status">
        {value.trim() !== "" && status}
      </p>
    </>
  );
}

interface CopyButtonProps {
  readonly name: string;
  readonly text: string;
  readonly label?: string;
}

export function CopyButton({ name, text, label }: CopyButtonProps) {
  return (
    <button type="button" class="small" onClick={() => void copy(name, text)}>
      {model.copied === name ? "Copied" : (label ?? "Copy")}
      {label === undefined && <span class="unseen"> {name}</span>}
    </button>
  );
}

type Submission = Event & { readonly currentTarget: HTMLFormElement };

export function onSubmit(send: (form: HTMLFormElement) => void): (event: Submission) => void {
  return (event) => {
    event.preventDefault();
    send(event.currentTarget);
  };
}
