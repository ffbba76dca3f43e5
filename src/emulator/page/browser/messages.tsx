import type { MessageView } from "../model/view.ts";
import { model, toggle, update } from "../model/model.ts";
import { Row, Time } from "./parts.tsx";

export function Messages() {
  const { window, messages, sought } = model;
  const ofWindow = messages.filter((message) => message.window === window);
  if (ofWindow.length === 0) return null;
  const query = sought.trim().toLowerCase();
  const found = ofWindow.filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(query));
  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title">Activity messages</h2>
      <div class="field search">
        <label for="sought">Filter</label>
        <input
          id="sought"
          type="search"
          autocomplete="off"
          placeholder="AUTHORIZE"
          value={sought}
          onInput={({ currentTarget }) => update({ sought: currentTarget.value })}
        />
      </div>
      <p class="waiting" role="status">
        {query !== "" && `${found.length} of ${ofWindow.length} messages`}
      </p>
      <ol class="exchanges messages" aria-label="Activity messages, newest first">
        {found.map((message) => (
          <Message key={message.number} message={message} />
        ))}
      </ol>
    </section>
  );
}

function Message({ message }: { readonly message: MessageView }) {
  const { number, from, title, outcome, kind, at, body } = message;
  return (
    <Row
      outcome={outcome}
      isOutgoing={from === "client"}
      other="Activity"
      title={
        <span class="title">
          <bdi>{breakable(title)}</bdi>
        </span>
      }
      result={kind}
      last={<Time at={at} />}
      isOpen={model.openedMessages.includes(number)}
      toggle={() => update({ openedMessages: toggle(model.openedMessages, number) })}
    >
      <div class="details">
        <pre tabIndex={0} role="region" aria-label={`Message ${number}`} dir="ltr">
          {body}
        </pre>
      </div>
    </Row>
  );
}

function breakable(name: string) {
  return name.split(/(?<=_)/).flatMap((part) => [part, <wbr key={part} />]);
}
