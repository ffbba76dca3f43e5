import { fieldBounds } from "../model/option-values.ts";
import type { Named, ShownField } from "../model/view.ts";

interface OptionFieldProps {
  readonly id: string;
  readonly field: ShownField;
  readonly suggested: readonly Named[];
  readonly onType: (input: HTMLInputElement) => void;
}

/** An option of a command, with its name and what it is for. */
export function OptionField(props: OptionFieldProps) {
  const { id, field } = props;
  return (
    <div class="field">
      <label for={id}>
        <bdi>{field.name}</bdi> {!field.isRequired && <small>optional</small>}
      </label>
      <Input {...props} />
      {field.description !== "" && (
        <small id={`${id}-what`} dir="auto">
          {field.description}
        </small>
      )}
    </div>
  );
}

function Input({ id, field, suggested, onType }: OptionFieldProps) {
  const { name, type, isRequired, isSuggesting, items, description } = field;
  const shared = {
    id,
    required: isRequired,
    "data-option": name,
    "data-type": type,
    ...(description !== "" && { "aria-describedby": `${id}-what` }),
  };
  if (items) {
    return (
      <select {...shared}>
        {!isRequired && <option value="">{""}</option>}
        {items.map((item) => (
          <option key={item.id} value={item.id}>
            {item.name}
          </option>
        ))}
      </select>
    );
  }
  if (!isSuggesting) return <input {...shared} {...fieldBounds(field)} autocomplete="off" />;
  return (
    <>
      <input
        {...shared}
        autocomplete="off"
        list={`${id}-list`}
        onInput={({ currentTarget }) => onType(currentTarget)}
      />
      <datalist id={`${id}-list`}>
        {suggested.map((item) => (
          <option key={item.id} value={item.id}>
            {item.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
