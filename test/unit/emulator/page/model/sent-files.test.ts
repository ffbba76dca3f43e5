import { expect, it } from "vitest";
import { withFiles } from "../../../../../src/emulator/page/model/field-values.ts";
import { withSentFiles } from "../../../../../src/emulator/player/player-file.ts";

it("transfers files from the page to the emulator unchanged", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  const values = {
    name: "map",
    count: 2,
    none: null,
    files: [new File([bytes], "map.png", { type: "image/png" }), new File([], "empty")],
  };
  const sent = JSON.parse(JSON.stringify(await withFiles(values))) as unknown;
  expect(withSentFiles(sent)).toEqual({
    name: "map",
    count: 2,
    none: null,
    files: [
      { name: "map.png", type: "image/png", data: Buffer.from(bytes) },
      { name: "empty", data: Buffer.alloc(0) },
    ],
  });
});
