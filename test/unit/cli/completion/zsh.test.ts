import { expect, it } from "vitest";
import { zshScript } from "../../../../src/cli/completion/zsh.ts";
import { stepsOf } from "../../../../src/cli/completion/steps.ts";
import { smallShape } from "../../../setup/program/small-shape.ts";

it("generates the script from the definitions", async () => {
  await expect(zshScript(stepsOf(smallShape))).toMatchFileSnapshot(
    "../../../golden/program/completion/zsh.txt",
  );
});
