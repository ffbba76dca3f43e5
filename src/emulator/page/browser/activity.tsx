import { act, go } from "./actions.ts";
import type { ActivityView, InvitationView, PlayState } from "../model/view.ts";
import { OpenWindow } from "./window.tsx";
import { model } from "../model/model.ts";

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
        Activity <code>{id}</code> runs.
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
