// TypeDoc plugin: names the reference's modules after their import specifiers.
import { Converter } from "typedoc";
import { entryPoints } from "./entry-points.js";

/** @param {import("typedoc").Application} application */
export function load(application) {
  const names = new Map([...entryPoints].map(([name, file]) => [file, name]));
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.isProject()) return;
    const [module] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
    reflection.name = names.get(module?.fileName) ?? reflection.name;
  });
}
