import { Refusal } from "../../../src/emulator/base/refusal.ts";
import {
  type ServiceError,
  type ServiceErrorTree,
  type ServiceFieldError,
  JsonErrorCode,
} from "../../../src/wire/error.ts";
import { type Objection, valueAt } from "./objections.ts";

const aboutBodies: readonly unknown[] = [JsonErrorCode.InvalidFormBody, JsonErrorCode.EmptyMessage];

/** Returns the emulator's objections to a body. Rejections for other reasons, such as an unknown player, do not count. */
export async function emulatorVerdict(
  body: unknown,
  send: () => Promise<unknown>,
): Promise<readonly Objection[]> {
  try {
    await send();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, errors } = error.body as ServiceError;
    if (!aboutBodies.includes(code)) return [];
    return errors ? leaves(errors, [], body) : [{ path: [], code: String(code), value: body }];
  }
}

function leaves(tree: ServiceErrorTree, path: readonly string[], body: unknown): readonly Objection[] {
  return Object.entries(tree).flatMap(([name, below]) => {
    if (name !== "_errors") return leaves(below as ServiceErrorTree, [...path, name], body);
    return (below as readonly ServiceFieldError[]).map(({ code }) => ({
      path,
      code,
      value: valueAt(body, path),
    }));
  });
}
