import { isOptionType, optionTraits } from "../../../wire/option-traits.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The command of a form as it is filled; `focused` is the field being typed in, which counts though it may be empty. */
export function readForm(form: HTMLFormElement, focused?: Field): object {
  const fields = [...form.querySelectorAll<Field>("[data-option]")].filter(
    (field) => field.value !== "" || field === focused,
  );
  return {
    command: form.dataset["command"],
    path: JSON.parse(form.dataset["path"] ?? "[]") as unknown,
    target: form.querySelector<Field>("[data-target]")?.value,
    options: fields.map((field) => ({
      name: field.dataset["option"],
      type: Number(field.dataset["type"]),
      value: valueOf(Number(field.dataset["type"]), field.value),
      ...(field === focused && { focused: true }),
    })),
  };
}

function valueOf(type: number, text: string): string | number | boolean {
  const holds = isOptionType(type) ? optionTraits[type].holds : "string";
  if (holds === "boolean") return text === "true";
  const isNumeric = holds === "integer" || holds === "number";
  return isNumeric && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
