import type { ComponentChildren } from "preact";

interface RowProps {
  readonly outcome: string;
  /** Whether it went from the emulator to the other side. */
  readonly isOutgoing: boolean;
  /** Who the other side is, after "To the" and "From the". */
  readonly other: string;
  readonly title: ComponentChildren;
  readonly result: string;
  readonly last: ComponentChildren;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** What is shown below it while it is open. */
  readonly children: ComponentChildren;
}

/** One thing that went to or fro, which can be opened. */
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
