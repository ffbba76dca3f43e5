import { act } from "./actions.ts";
import { Control } from "./form.tsx";
import { model, type Notice, update } from "../model/model.ts";
import { Time } from "./parts.tsx";
import type { ChatMessage, PlayState, CommandView } from "../model/view.ts";

export function Chat({ state }: { readonly state: PlayState }) {
  const { messages, guild, channel, application } = state;
  const commands = state.commands.filter(({ kind }) => kind === "message");
  const entries = [
    ...messages.map((message) => ({
      at: message.sentAt,
      entry: <Message key={message.id} message={message} commands={commands} />,
    })),
    ...model.notices.map((notice) => ({
      at: notice.at,
      entry: <NoticeItem key={`n${notice.number}`} notice={notice} />,
    })),
  ];
  return (
    <section aria-labelledby="chat-title">
      <h2 id="chat-title">
        {guild ? "#" : "Direct messages: "}
        <bdi>{guild ? channel.name : application.name}</bdi>
      </h2>
      <div id="log" role="log" aria-label="Chat" tabIndex={0}>
        {entries.length === 0 && <p class="nothing">No messages yet. Use a command below.</p>}
        <ol>{entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ entry }) => entry)}</ol>
      </div>
    </section>
  );
}

interface MessageProps {
  readonly message: ChatMessage;
  readonly commands: readonly CommandView[];
}

function Message({ message, commands }: MessageProps) {
  const { id, author, sentAt, cause, isEphemeral, isLoading, content, texts, files, poll, controls } =
    message;
  const press = (customId: string, chosen?: readonly string[]) =>
    void act("/play/press", { message: id, customId, chosen });
  return (
    <li
      class="message"
      data-message={id}
      onContextMenu={(event) => commands.length > 0 && openMenu(event, id)}
    >
      {cause && (
        <p class="cause">
          <bdi>{cause.player}</bdi> used <bdi>{cause.command}</bdi>
        </p>
      )}
      <div class="head">
        <strong dir="auto">{author}</strong> <Time at={sentAt} />
        {isEphemeral && <span class="mark">Only you can see this</span>}
        <Menu id={id} name={`${author}'s message`} commands={commands} />
      </div>
      <div class="said">
        {isLoading && <p>The game is thinking…</p>}
        {[content, ...texts, ...files]
          .filter((text) => text !== "")
          .map((text, index) => (
            <p key={index} dir="auto">
              {text}
            </p>
          ))}
        {poll && (
          <>
            <p dir="auto">{poll.question}</p>
            <ul>
              {poll.answers.map((answer) => (
                <li key={answer} dir="auto">
                  {answer}
                </li>
              ))}
            </ul>
          </>
        )}
        {controls.length > 0 && (
          <div class="controls">
            {controls.map((control) => (
              <Control key={control.customId} control={control} prefix={id} press={press} />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function NoticeItem({ notice: { text, hint, at } }: { readonly notice: Notice }) {
  if (hint === undefined)
    return (
      <li class="note">
        <Time at={at} /> {text}
      </li>
    );
  return (
    <li class="problem">
      <div class="head">
        <strong>Error</strong> <Time at={at} />
      </div>
      <p>{text}</p>
      {hint !== "" && <p class="hint">{hint}</p>}
    </li>
  );
}

export function People({ state }: { readonly state: PlayState }) {
  const commands = state.commands.filter(({ kind }) => kind === "user");
  return (
    <section aria-labelledby="people-title">
      <h2 id="people-title">People here</h2>
      <ul class="people">
        {state.people.map(({ id, name, status }) => (
          <li key={id} onContextMenu={(event) => commands.length > 0 && openMenu(event, id)}>
            <span>
              <bdi>{name}</bdi>
              {status !== "" && <small dir="auto">{status}</small>}
            </span>
            <Menu id={id} name={name} commands={commands} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MenuProps {
  readonly id: string;
  readonly name: string;
  readonly commands: readonly CommandView[];
}

function Menu({ id, name, commands }: MenuProps) {
  if (commands.length === 0) return null;
  const isOpen = model.menu === id;
  return (
    <span class="menu">
      <button
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-label={`Commands for ${name}`}
        title={`Commands for ${name}`}
        onClick={() => update({ menu: isOpen ? undefined : id })}
      >
        ⋯
      </button>
      {isOpen && (
        <span class="items">
          {commands.map(({ title }) => (
            <button
              key={title}
              type="button"
              dir="auto"
              onClick={() => void act("/play/use", { command: title, target: id, values: {} })}
            >
              {title}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}

function openMenu(event: Event, id: string): void {
  event.preventDefault();
  update({ menu: id });
}
