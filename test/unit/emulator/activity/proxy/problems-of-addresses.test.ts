import { expect, it } from "vitest";
import * as refused from "../../../../../src/emulator/activity/proxy/problems.ts";

const [reef, cove] = [
  { id: "1", name: "Reef" },
  { id: "2", name: "Cove" },
];

it("explains every rejection with a hint", () => {
  const said = [
    refused.noApplication("7.localhost", [reef, cove]),
    refused.nothingThere("/.slashpass/x"),
    refused.noTicket("http://127.0.0.1:1"),
    refused.ticketOver("http://127.0.0.1:1"),
    refused.ticketOfAnother(reef, cove),
    refused.wrongOrigin(undefined, "1.localhost"),
    refused.wrongOrigin("http://evil.example", "1.localhost"),
  ];
  expect(said).toMatchInlineSnapshot(`
    [
      {
        "hint": "It has 1 (Reef), 2 (Cove). The name before .localhost is the application's id.",
        "message": "7.localhost is not the origin of an Activity: this emulator has no application of that id.",
      },
      {
        "hint": "Give your own files another path.",
        "message": "There is nothing at /.slashpass/x: paths that begin with /.slashpass/ belong to the emulator.",
      },
      {
        "hint": "Launch the Activity on the emulator's page, http://127.0.0.1:1/, or in a test with player.join().",
        "message": "This address has no ticket, so the emulator does not know whose window of the Activity it is.",
      },
      {
        "hint": "Launch the Activity again on the emulator's page, http://127.0.0.1:1/.",
        "message": "The ticket of this address is unknown: its window was closed, or the emulator was restarted.",
      },
      {
        "hint": "Open the original address, with the application's id before .localhost.",
        "message": "The ticket is of the application 1 (Reef), and this is the origin of 2 (Cove).",
      },
      {
        "hint": "Open the Activity in the emulator's page; a test without a browser connects with player.join().",
        "message": "A program without an Origin tried to connect as the Activity. Only a page of http://1.localhost may do that.",
      },
      {
        "hint": "Open the Activity in the emulator's page; a test without a browser connects with player.join().",
        "message": "A page of http://evil.example tried to connect as the Activity. Only a page of http://1.localhost may do that.",
      },
    ]
  `);
});
