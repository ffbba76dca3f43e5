import { expect, it } from "vitest";
import { fishScript } from "../../../../src/cli/completion/fish.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("generates the script from the definitions", async () => {
  await expect(fishScript(stepsOf(smallShape))).toMatchFileSnapshot(
    "../../../golden/program/completion/fish.txt",
  );
});
