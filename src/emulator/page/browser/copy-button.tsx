import { copy } from "./actions.ts";

interface CopyButtonProps {
  /** What is copied, as the button says it. */
  readonly name: string;
  readonly text: string;
  /** What was copied last. */
  readonly copied: string | undefined;
  /** What it says, where that is not the name. */
  readonly label?: string;
}

export function CopyButton({ name, text, copied, label }: CopyButtonProps) {
  return (
    <button type="button" class="small" onClick={() => void copy(name, text)}>
      {copied === name ? "Copied" : (label ?? "Copy")}
      {label === undefined && <span class="unseen"> {name}</span>}
    </button>
  );
}
