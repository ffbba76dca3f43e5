import { act, go } from "./actions.ts";
import type { ActivityView, InvitationView, PlayState, MessageView } from "../model/view.ts";
import { OpenWindow } from "./window.tsx";
import { model, update } from "../model/model.ts";
import { Row, Search, Time } from "./parts.tsx";

export function Activities({ state }: { readonly state: PlayState }) {
  const { activities, windows, application, invitations, portal } = state;
  const window = windows.find(({ ticket }) => ticket === model.window);
  const hasPage = portal.activity !== "";
  const others = activities.filter(({ id }) => id !== window?.activity);
  if (!window && others.length === 0 && invitations.length === 0) return null;
  return (
    <section class="activity" aria-labelledby="activity-title">
      <h2 id="activity-title" tabIndex={-1}>
        Activity
      </h2>
      {invitations.map((invitation) => (
        <Invitation
          key={invitation.activity}
          invitation={invitation}
          isElsewhere={invitation.application.id !== application.id}
        />
      ))}
      {window && (
        <OpenWindow key={window.ticket} window={window} name={application.name} player={state.player} />
      )}
      {others.map((activity) => (
        <Running key={activity.id} activity={activity} hasPage={hasPage} />
      ))}
      {!hasPage && <NoPage />}
    </section>
  );
}

interface RunningProps {
  readonly activity: ActivityView;
  readonly hasPage: boolean;
}

function Running({ activity: { id, where, players, isJoined }, hasPage }: RunningProps) {
  return (
    <div class="running">
      <p>
        Activity <code>{id}</code> is running.
      </p>
      <p dir="auto">Playing: {players.join(", ")}</p>
      <p class="elsewhere" dir="auto">
        In {where}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => void act("/play/join", { activity: id })}>
          Join
        </button>
        {isJoined && !hasPage && (
          <button type="button" onClick={() => void act("/play/leave", { activity: id })}>
            Leave
          </button>
        )}
      </div>
    </div>
  );
}

interface InvitationProps {
  readonly invitation: InvitationView;
  readonly isElsewhere: boolean;
}

function Invitation({ invitation, isElsewhere }: InvitationProps) {
  const { activity, application, from, text } = invitation;
  const accept = () =>
    isElsewhere ? go({ application: application.id }) : void act("/play/join", { activity });
  return (
    <div class="invitation" role="alert">
      <p>
        <bdi>{from}</bdi> invites you to play <bdi>{application.name}</bdi>.
      </p>
      {text !== "" && <p dir="auto">{text}</p>}
      <div class="buttons">
        <button type="button" class="main" onClick={accept}>
          {isElsewhere ? `Show ${application.name}` : "Join"}
        </button>
        <button type="button" onClick={() => void act("/play/decline", { activity })}>
          Not now
        </button>
      </div>
    </div>
  );
}

function NoPage() {
  return (
    <div class="nothing">
      <p>This Activity's page URL is not set yet.</p>
      <p>
        Enter your development server's address under "For the developer", or start the emulator with{" "}
        <code>npx slashpass emulator --activity http://127.0.0.1:5173</code>. In a program, configure the
        application with <code>{'activity: { mappings: [{ prefix: "/", target: "127.0.0.1:5173" }] }'}</code>.
      </p>
    </div>
  );
}

export function Messages() {
  const { window, messages, sought } = model;
  const ofWindow = messages.filter((message) => message.window === window);
  if (ofWindow.length === 0) return null;
  const query = sought.trim().toLowerCase();
  const found = ofWindow.filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(query));
  return (
    <section aria-labelledby="messages-title">
      <h2 id="messages-title">Activity messages</h2>
      <Search
        id="sought"
        label="Filter"
        placeholder="AUTHORIZE"
        value={sought}
        search={(text) => update({ sought: text })}
        status={`${found.length} of ${ofWindow.length} messages`}
      />
      <ol class="exchanges messages" aria-label="Activity messages, newest first">
        {found.map((message) => (
          <Message key={message.number} message={message} />
        ))}
      </ol>
    </section>
  );
}

function Message({ message }: { readonly message: MessageView }) {
  const { window, number, from, title, outcome, kind, at, body } = message;
  return (
    <Row
      id={`message ${number} in ${window}`}
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
