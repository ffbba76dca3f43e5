import { act } from "./actions.ts";
import type { ShownActivity, ShownInvitation } from "../model/activity-view.ts";
import { Frame } from "./frame.tsx";
import { go } from "./live.ts";
import type { Model } from "../model/model.ts";
import type { PlayState } from "../model/view.ts";

interface ActivitiesProps {
  readonly model: Model;
  readonly state: PlayState;
}

/** What the player has open, what else runs, and who asks them to join. */
export function Activities({ model, state }: ActivitiesProps) {
  const { activities, frames, application, invitations, portal } = state;
  const frame = frames.find(({ ticket }) => ticket === model.frame);
  const hasPage = portal.activity !== "";
  const others = activities.filter(({ id }) => id !== frame?.activity);
  if (!frame && others.length === 0 && invitations.length === 0) return null;
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
      {frame && <Frame key={frame.ticket} frame={frame} name={application.name} player={state.player} />}
      {others.map((activity) => (
        <Running key={activity.id} activity={activity} hasPage={hasPage} />
      ))}
      {!hasPage && <NoPage />}
    </section>
  );
}

interface RunningProps {
  readonly activity: ShownActivity;
  /** Whether there is something to show of it. */
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
  readonly invitation: ShownInvitation;
  /** Whether it leads to another application than the one that the page shows. */
  readonly isElsewhere: boolean;
}

function Invitation({ invitation, isElsewhere }: InvitationProps) {
  const { activity, application, from, text } = invitation;
  return (
    <div class="invitation" role="alert">
      <p>
        <bdi>{from}</bdi> invites you to play <bdi>{application.name}</bdi>.
      </p>
      {text !== "" && <p dir="auto">{text}</p>}
      <div class="buttons">
        {isElsewhere ? (
          <button type="button" class="main" onClick={() => go({ application: application.id })}>
            Show {application.name}
          </button>
        ) : (
          <button type="button" class="main" onClick={() => void act("/play/join", { activity })}>
            Join
          </button>
        )}
        <button type="button" onClick={() => void act("/play/decline", { activity })}>
          Not now
        </button>
      </div>
    </div>
  );
}

/** An Activity without an address of its page runs as a record alone. */
function NoPage() {
  return (
    <div class="nothing">
      <p>The emulator does not know where the page of this Activity is, so there is nothing to show yet.</p>
      <p>
        Enter the address of your development server under For the developer, or start the emulator with{" "}
        <code>npx slashpass emulator --activity http://127.0.0.1:5173</code>. In a program, give the
        application <code>{'activity: { mappings: [{ prefix: "/", target: "127.0.0.1:5173" }] }'}</code>.
      </p>
    </div>
  );
}
