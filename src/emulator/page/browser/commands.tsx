import { act, showSuggestions } from "./actions.ts";
import { readForm } from "./read-form.ts";
import { OptionField } from "./option-field.tsx";
import type { Named, PlayState, ShownCommand } from "../model/view.ts";

interface CommandsProps {
  readonly state: PlayState;
  readonly suggestions: Readonly<Record<string, readonly Named[]>>;
}

/** What can be used here, as it is registered right now. */
export function Commands({ state: { commands }, suggestions }: CommandsProps) {
  const inMenus = commands.filter(({ kind }) => kind === "user" || kind === "message");
  const others = commands.filter((command) => !inMenus.includes(command));
  return (
    <section aria-labelledby="commands-title">
      <h2 id="commands-title">Commands</h2>
      <div role="status" class="nothing">
        {commands.length === 0 && "It has no commands yet. They appear here once they are registered."}
      </div>
      {others.map((command) => (
        <Command
          key={`${command.title} ${command.isGuildCommand}`}
          command={command}
          suggestions={suggestions}
        />
      ))}
      {inMenus.map((command) => (
        <p key={`${command.kind} ${command.title} ${command.isGuildCommand}`} class="elsewhere">
          <bdi>{command.title}</bdi>
          {command.isGuildCommand && <OfGuild />} is used on{" "}
          {command.kind === "user" ? "somebody: see People here" : "a message: its ⋯ button"}, or a right
          click.
        </p>
      ))}
    </section>
  );
}

function OfGuild() {
  return (
    <>
      {" "}
      <span class="mark">of this guild</span>
    </>
  );
}

function Command({
  command,
  suggestions,
}: { readonly command: ShownCommand } & Pick<CommandsProps, "suggestions">) {
  const { title, kind, description, isGuildCommand, fields } = command;
  const prefix = `${isGuildCommand ? "guild" : "global"}-${title}`.replaceAll(/\s/g, "-");
  return (
    <details>
      <summary>
        <bdi>{title}</bdi>
        {isGuildCommand && <OfGuild />}
      </summary>
      <form
        data-command={title}
        onSubmit={(event) => {
          event.preventDefault();
          void act("/play/use", readForm(event.currentTarget));
        }}
      >
        {description !== "" && <p dir="auto">{description}</p>}
        {fields.map((field) => {
          const id = `${prefix}-${field.name}`;
          return (
            <OptionField
              key={field.name}
              id={id}
              field={field}
              suggested={suggestions[id] ?? []}
              onType={(input) => input.form && void showSuggestions(input, readForm(input.form, input))}
            />
          );
        })}
        <button class="main">{kind === "launch" ? "Launch" : `Use ${title}`}</button>
      </form>
    </details>
  );
}
