import { expect, it } from "vitest";
import { powershellScript } from "../../../../src/cli/completion/powershell.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("is written out of the definitions", async () => {
  await expect(powershellScript(stepsOf(smallShape))).toMatchFileSnapshot(
    "../../../golden/program/completion/powershell.txt",
  );
});
