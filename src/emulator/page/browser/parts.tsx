import type { ComponentChildren } from "preact";
import { model } from "../model/model.ts";
import type { Named, Problem } from "../model/view.ts";
import { copy } from "./actions.ts";

interface RowProps {
  readonly outcome: string;
  readonly isOutgoing: boolean;
  readonly other: string;
  readonly title: ComponentChildren;
  readonly result: string;
  readonly last: ComponentChildren;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly children: ComponentChildren;
}

export function Row(props: RowProps) {
  const { outcome, isOutgoing, other, title, result, last, isOpen, toggle, children } = props;
  return (
    <li class={outcome}>
      <button type="button" class="row" aria-expanded={isOpen} onClick={toggle}>
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
