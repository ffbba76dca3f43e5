import { act } from "./actions.ts";
import { Control } from "./control.tsx";
import { update } from "../model/model.ts";
import { readFields } from "./read-form.ts";
import type { Done } from "../model/view.ts";

/** A form that the application opened. */
export function OpenForm({ form }: { readonly form: NonNullable<Done["form"]> }) {
  const { id, title, controls } = form;
  return (
    <section class="form" aria-labelledby="form-title">
      <h2 id="form-title" dir="auto">
        {title}
      </h2>
      <form
        ref={enter}
        onSubmit={(event) => {
          event.preventDefault();
          document.getElementById("log")?.focus();
          void act("/play/submit", { form: id, fields: readFields(event.currentTarget, controls) });
        }}
      >
        {controls.map((control) => (
          <Control key={control.customId} control={control} prefix={`form-${id}`} />
        ))}
        <div class="buttons">
          <button class="main">Send</button>
          <button type="button" onClick={() => update({ form: undefined })}>
            Close
          </button>
        </div>
      </form>
    </section>
  );
}

/** One types at once. */
function enter(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("input, select, textarea")?.focus();
}
