import { type Reader, instanceOf, optional } from "../../core/check/readers.ts";
import { EmulatorApplication } from "../state/application.ts";
import type { GatewayConnection } from "./connection.ts";
import type { ConnectedBot, GatewayControls } from "./gateway-controls.ts";
import type { Gateway } from "./gateway.ts";
import type { Identity } from "./identify.ts";

const readApplication: Reader<EmulatorApplication | undefined> = optional(
  instanceOf(EmulatorApplication, "an application of this emulator"),
);

export function createControls(gateway: Gateway): GatewayControls {
  const find = (application: EmulatorApplication | undefined) => {
    const wanted = readApplication(application, "application");
    return gateway.connections.flatMap((connection) => {
      const identity = connection.session?.identity;
      const isMeant = identity && (wanted === undefined || wanted === identity.application);
      return isMeant ? [{ connection, identity }] : [];
    });
  };
  const each = (act: (connection: GatewayConnection) => void) => (application?: EmulatorApplication) => {
    for (const { connection } of find(application)) act(connection);
  };
  return {
    bots: (application) => find(application).map(({ identity }) => describeBot(identity)),
    drop: each((connection) => connection.drop()),
    reconnect: each((connection) => connection.reconnect()),
    invalidate: each((connection) => connection.invalidate()),
    requestHeartbeat: each((connection) => connection.askHeartbeat()),
  };
}

function describeBot({ application, shard, intents }: Identity): ConnectedBot {
  return { applicationId: application.id, shard, intents };
}
