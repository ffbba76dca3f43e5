import type { GenericFormatter, SingleBar } from "cli-progress";
import type { OutputStream } from "./host.ts";

export interface ProgressBar {
  update(done: number, label?: string): void;
  end(): void;
}

/** If the work finishes sooner, no progress is shown. */
const delayMs = 500;
const framesPerSecond = 10;
const wheel = ["|", "/", "-", "\\"];

export function startProgress(stream: OutputStream | undefined, label: string, total?: number): ProgressBar {
  if (!stream) return { update: () => undefined, end: () => undefined };
  const state = { done: 0, label };
  let bar: SingleBar | undefined;
  let over = false;
  const show = async () => {
    const created = await createBar(stream, total);
    if (over) return;
    bar = created;
    bar.start(total ?? 1, state.done, { label: state.label });
  };
  const timer = setTimeout(() => void show(), delayMs);
  return {
    update(done, text = state.label) {
      Object.assign(state, { done, label: text });
      bar?.update(done, { label: text });
    },
    end() {
      over = true;
      clearTimeout(timer);
      bar?.stop();
    },
  };
}

async function createBar(stream: OutputStream, total: number | undefined): Promise<SingleBar> {
  // Loaded lazily, because most runs end before it is needed.
  const { Format, Presets, SingleBar } = await import("cli-progress");
  let frame = 0;
  const turning = (_options: unknown, _values: unknown, { label }: { label: string }) =>
    `${wheel[frame++ % wheel.length]} ${label}`;
  // The remaining time is unknown until the first step finishes.
  const counting: GenericFormatter = (options, values, payload) => {
    const remainingTime = values.value > 0 && values.value < values.total ? ", {eta_formatted} left" : "";
    const format = `[{bar}] {value} of {total}${remainingTime}: {label}`;
    return Format.Formatter({ ...options, format }, values, payload);
  };
  return new SingleBar(
    {
      stream,
      fps: framesPerSecond,
      barsize: 20,
      clearOnComplete: true,
      hideCursor: true,
      linewrap: false,
      // On Ctrl-C, the work in progress must stop before the process exits.
      gracefulExit: false,
      forceRedraw: true,
      format: total === undefined ? turning : counting,
    },
    Presets.legacy,
  );
}
