import type { SeenControl } from "../../player/seen.ts";

interface ControlProps {
  readonly control: SeenControl;
  /** Tells it from others of the same `custom_id`. */
  readonly prefix: string;
  /** What is done with it in a message; in a form it is sent with the rest. */
  readonly press?: (customId: string, chosen?: readonly string[]) => void;
}

/** Something in a message or a form that a player uses. */
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
      <Field control={control} id={id} {...(press && { press })} />
      {description !== "" && <small dir="auto">{description}</small>}
    </>
  );
}

function Field({ control, id, press }: Omit<ControlProps, "prefix"> & { readonly id: string }) {
  const { kind, customId, isRequired, isDisabled, value } = control;
  const shared = { id, name: customId, disabled: isDisabled };
  if (kind === "checkbox") return <input {...shared} type="checkbox" />;
  if (kind === "paragraph")
    return <textarea {...shared} required={isRequired} rows={4} defaultValue={value} dir="auto" />;
  if (kind !== "menu")
    return <input {...shared} required={isRequired} defaultValue={value} dir="auto" autocomplete="off" />;
  return <MenuField control={control} id={id} {...(press && { press })} />;
}

/** One choice counts at once; several are sent with a button of their own. */
function MenuField({ control, id, press }: Omit<ControlProps, "prefix"> & { readonly id: string }) {
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
