import { expect, it } from "vitest";
import { askSocket, useMappedPage } from "../../../setup/activity/activity-origin.ts";

const at = useMappedPage();

it("connects a WebSocket to the Activity of its origin, and to the gateway at other hosts", async () => {
  const paths = ["/gateway/?v=10", "/nothing"];
  const statuses = async (host?: string) => {
    const answers = paths.map((path) => askSocket(at.origin, path, host === undefined ? {} : { host }));
    return (await Promise.all(answers)).map((answer) => {
      if ("socket" in answer) answer.socket.destroy();
      return answer.status;
    });
  };
  at.map({ prefix: "/", target: "127.0.0.1:1" });
  expect(await statuses("127.0.0.1")).toEqual([101, 404]);
  expect(await statuses()).toEqual([502, 502]);
});

it("ignores other protocols in an upgrade request", async () => {
  const asked = { host: "127.0.0.1", headers: { upgrade: "h2c" } };
  expect(await askSocket(at.origin, "/nothing", asked)).toMatchObject({ status: 404 });
});
