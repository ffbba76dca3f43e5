import type { JoinedActivity } from "../../../src/emulator/index.ts";
import { until } from "../until.ts";

export async function answerPrompt(
  joined: Pick<JoinedActivity, "prompts">,
  kind: string,
  answer: { readonly choice?: string | undefined } | "deny" = {},
): Promise<void> {
  const find = () => joined.prompts.find((prompt) => prompt.kind === kind);
  const prompt = await until(find);
  if (answer === "deny") prompt.deny();
  else prompt.accept(answer.choice);
}
