import type { Path } from "./checks.ts";

/** A component whose shape has been checked. */
export interface CheckedComponent {
  readonly type: number;
  readonly [field: string]: unknown;
}

/** A component, and where it stands. */
export interface PlacedComponent {
  readonly component: CheckedComponent;
  readonly path: Path;
}

const lists = ["components"] as const;
const single = ["accessory", "component"] as const;

/** All components of a list, those inside of others too, in reading order. */
export function listPlaced(components: readonly unknown[], path: Path): readonly PlacedComponent[] {
  return components.flatMap((one, index) => listWith(one as CheckedComponent, [...path, String(index)]));
}

function listWith(component: CheckedComponent, path: Path): readonly PlacedComponent[] {
  const below = lists.flatMap((name) => listPlaced(asList(component[name]), [...path, name]));
  const beside = single.flatMap((name) =>
    isComponent(component[name]) ? listWith(component[name], [...path, name]) : [],
  );
  return [{ component, path }, ...below, ...beside];
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isComponent(value: unknown): value is CheckedComponent {
  return typeof value === "object" && value !== null;
}
