import { act } from "./actions.ts";
import { Control } from "./form.tsx";
import { Menu, openMenu } from "./people.tsx";
import { model, type Notice } from "../model/model.ts";
import { Time } from "./parts.tsx";
import type { ChatMessage, PlayState, ShownCommand } from "../model/view.ts";

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
      entry: <Said key={`n${notice.number}`} notice={notice} />,
    })),
  ];
  return (
    <section aria-labelledby="chat-title">
      <h2 id="chat-title">
        {guild ? "#" : "Direct messages of "}
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
  readonly commands: readonly ShownCommand[];
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
        <Menu id={id} name={`the message of ${author}`} commands={commands} />
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

function Said({ notice: { text, hint, at } }: { readonly notice: Notice }) {
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
