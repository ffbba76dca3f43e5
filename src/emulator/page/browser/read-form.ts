import type { SeenControl } from "../../player/seen.ts";
import { optionValue } from "../model/option-values.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The command of a form as it is filled; `focused` is the field being typed in, whose text is apart. */
export function readForm(form: HTMLFormElement, focused?: Field): object {
  const fields = [...form.querySelectorAll<Field>("[data-option]")].filter(
    (field) => field.value !== "" && field !== focused,
  );
  return {
    command: form.dataset["command"],
    target: form.querySelector<Field>("[data-target]")?.value,
    values: Object.fromEntries(
      fields.map((field) => [
        field.dataset["option"],
        optionValue(Number(field.dataset["type"]), field.value),
      ]),
    ),
    ...(focused && { option: focused.dataset["option"], text: focused.value }),
  };
}

/** What a form of the application holds, by `custom_id`; what is empty counts as left out. */
export function readFields(form: HTMLFormElement, controls: readonly SeenControl[]): object {
  const given = controls.map(({ customId, kind, most }): [string, unknown] => {
    const field = form.elements.namedItem(customId);
    if (field instanceof HTMLInputElement && kind === "checkbox") return [customId, field.checked];
    const values = new FormData(form).getAll(customId).filter((value) => value !== "");
    return [customId, most > 1 ? values : values[0]];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
