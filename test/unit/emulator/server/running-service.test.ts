import { expect, it, vi } from "vitest";
import { RunningService } from "../../../../src/emulator/server/running-service.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { requestSocket, useMappedPage } from "../../../setup/activity/activity-origin.ts";

it("does not add a listener on each call to `close`", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const service = await RunningService.start(new World({}), {});
  await Promise.all(Array.from({ length: 20 }, () => service.close()));
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

const at = useMappedPage();

it("connects a WebSocket to the origin's Activity or, on other hosts, to the gateway", async () => {
  const paths = ["/gateway/?v=10", "/nothing"];
  const statuses = async (host?: string) => {
    const answers = paths.map((path) => requestSocket(at.origin, path, host === undefined ? {} : { host }));
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
  const request = { host: "127.0.0.1", headers: { upgrade: "h2c" } };
  expect(await requestSocket(at.origin, "/nothing", request)).toMatchObject({ status: 404 });
});
