import { expect, it } from "vitest";
import { powershellScript } from "../../../../src/cli/completion/powershell.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("generates the script from the definitions", async () => {
  await expect(powershellScript(stepsOf(smallShape))).toMatchFileSnapshot(
    "../../../golden/program/completion/powershell.txt",
  );
});
