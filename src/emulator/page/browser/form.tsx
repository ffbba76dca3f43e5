import { onSubmit } from "./parts.tsx";
import { act } from "./actions.ts";
import { update, optionValue } from "../model/model.ts";
import type { Done } from "../model/view.ts";
import type { VisibleControl } from "../../player/visible.ts";

export function OpenForm({ form }: { readonly form: NonNullable<Done["form"]> }) {
  const { id, title, controls } = form;
  return (
    <section class="form" aria-labelledby="form-title">
      <h2 id="form-title" dir="auto">
        {title}
      </h2>
      <form
        ref={enter}
        onSubmit={onSubmit((filled) => {
          document.getElementById("log")?.focus();
          void act("/play/submit", { form: id, fields: readFields(filled, controls) });
        })}
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

function enter(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("input, select, textarea")?.focus();
}

interface ControlProps {
  readonly control: VisibleControl;
  /** Distinguishes controls that have the same `custom_id`. */
  readonly prefix: string;
  readonly press?: ((customId: string, chosen?: readonly string[]) => void) | undefined;
}

export function Control({ control, prefix, press }: ControlProps) {
  const { kind, customId, label, description, isRequired, isDisabled } = control;
  if (kind === "button") {
    return (
      <button type="button" dir="auto" disabled={isDisabled} onClick={() => press?.(customId)}>
        {label}
      </button>
    );
  }
  const id = `${prefix}-${customId}`;
  return (
    <>
      <label for={id} dir="auto">
        {label} {!isRequired && !press && <small>optional</small>}
      </label>
      <Field control={control} id={id} press={press} />
      {description !== "" && <small dir="auto">{description}</small>}
    </>
  );
}

type FieldProps = Omit<ControlProps, "prefix"> & { readonly id: string };

function Field({ control, id, press }: FieldProps) {
  const { kind, customId, isRequired, isDisabled, value } = control;
  const shared = { id, name: customId, disabled: isDisabled };
  if (kind === "checkbox") return <input {...shared} type="checkbox" />;
  if (kind === "file")
    return <input {...shared} type="file" required={isRequired} multiple={control.most > 1} />;
  if (kind === "paragraph")
    return <textarea {...shared} required={isRequired} rows={4} defaultValue={value} dir="auto" />;
  if (kind !== "menu")
    return <input {...shared} required={isRequired} defaultValue={value} dir="auto" autocomplete="off" />;
  return <MenuField control={control} id={id} press={press} />;
}

function MenuField({ control, id, press }: FieldProps) {
  const { customId, isRequired, isDisabled, options, most } = control;
  const isMany = most > 1;
  const choose = (field: HTMLSelectElement) => press?.(customId, chosenIn(field));
  return (
    <>
      <select
        id={id}
        name={customId}
        required={isRequired}
        disabled={isDisabled}
        multiple={isMany}
        onChange={({ currentTarget }) =>
          !isMany && chosenIn(currentTarget).length > 0 && choose(currentTarget)
        }
      >
        {!isMany && <option value="">{""}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.isPicked}>
            {option.label}
          </option>
        ))}
      </select>
      {isMany && press && (
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => choose(document.getElementById(id) as HTMLSelectElement)}
        >
          Choose
        </button>
      )}
    </>
  );
}

function chosenIn(field: HTMLSelectElement): readonly string[] {
  return [...field.selectedOptions].map(({ value }) => value).filter((value) => value !== "");
}

type Fillable = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function readForm(form: HTMLFormElement, focused?: Fillable): object {
  const fields = [...form.querySelectorAll<Fillable>("[data-option]")].filter(
    (field) => field.value !== "" && field !== focused,
  );
  return {
    command: form.dataset["command"],
    values: Object.fromEntries(fields.map((field) => [field.dataset["option"], valueIn(field)])),
    ...(focused && { option: focused.dataset["option"], text: focused.value }),
  };
}

function valueIn(field: Fillable): unknown {
  const [file] = (field instanceof HTMLInputElement && field.files) || [];
  return file ?? optionValue(Number(field.dataset["type"]), field.value);
}

/** An empty file field contains a file whose name is empty. */
function isFilled(value: FormDataEntryValue): boolean {
  return typeof value === "string" ? value !== "" : value.name !== "";
}

function readFields(form: HTMLFormElement, controls: readonly VisibleControl[]): object {
  const given = controls.map(({ customId, kind, most }): [string, unknown] => {
    const field = form.elements.namedItem(customId);
    if (field instanceof HTMLInputElement && kind === "checkbox") return [customId, field.checked];
    const values = new FormData(form).getAll(customId).filter(isFilled);
    return [customId, most > 1 ? values : values[0]];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
