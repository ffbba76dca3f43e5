import { onSubmit, Options } from "./parts.tsx";
import { act, showSuggestions } from "./actions.ts";
import { readForm } from "./form.tsx";
import type { Named, PlayState, CommandView, FieldView } from "../model/view.ts";
import { model, fieldBounds } from "../model/model.ts";

export function Commands({ state: { commands } }: { readonly state: PlayState }) {
  const inMenus = commands.filter(({ kind }) => kind === "user" || kind === "message");
  const others = commands.filter((command) => !inMenus.includes(command));
  return (
    <section aria-labelledby="commands-title">
      <h2 id="commands-title">Commands</h2>
      <div role="status" class="nothing">
        {commands.length === 0 &&
          "The application has not registered any commands yet. Registered commands appear here."}
      </div>
      {others.map((command) => (
        <Command key={`${command.title} ${command.isGuildCommand}`} command={command} />
      ))}
      {inMenus.map((command) => (
        <p key={`${command.kind} ${command.title} ${command.isGuildCommand}`} class="elsewhere">
          <bdi>{command.title}</bdi>
          {command.isGuildCommand && <OfGuild />}{" "}
          {command.kind === "user"
            ? 'is a user command: use it under "People here"'
            : "is a message command: use a message's ⋯ button"}
          , or right-click.
        </p>
      ))}
    </section>
  );
}

function OfGuild() {
  return (
    <>
      {" "}
      <span class="mark">in this guild only</span>
    </>
  );
}

function Command({ command }: { readonly command: CommandView }) {
  const { title, kind, description, isGuildCommand, fields } = command;
  const prefix = `${isGuildCommand ? "guild" : "global"}-${title}`.replaceAll(/\s/g, "-");
  return (
    <details>
      <summary>
        <bdi>{title}</bdi>
        {isGuildCommand && <OfGuild />}
      </summary>
      <form data-command={title} onSubmit={onSubmit((form) => void act("/play/use", readForm(form)))}>
        {description !== "" && <p dir="auto">{description}</p>}
        {fields.map((field) => {
          const id = `${prefix}-${field.name}`;
          return (
            <OptionField
              key={field.name}
              id={id}
              field={field}
              suggested={model.suggestions[id] ?? []}
              onType={(input) => input.form && void showSuggestions(input, readForm(input.form, input))}
            />
          );
        })}
        <button class="main">{kind === "launch" ? "Launch" : `Use ${title}`}</button>
      </form>
    </details>
  );
}

interface OptionFieldProps {
  readonly id: string;
  readonly field: FieldView;
  readonly suggested: readonly Named[];
  readonly onType: (input: HTMLInputElement) => void;
}

function OptionField(props: OptionFieldProps) {
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
        <Options items={items} />
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
        <Options items={suggested} />
      </datalist>
    </>
  );
}
