// Replaces an OpenTelemetry SDK's meter if there is no collector. Counts the added and recorded values.

/** @returns {{ meter: import("@opentelemetry/api").Meter, counts: Map<string, number> }} */
export function createCountingMeter() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @param {string} name */
  const instrument = (name) => {
    /** @param {object} [attributes] @param {number} [by] */
    const count = (attributes = {}, by = 1) => {
      const key = [name, ...Object.values(attributes)].join(" ");
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
    return {
      /** @param {number} value @param {object} [attributes] */
      add: (value, attributes) => count(attributes, value),
      /** @param {number} _value @param {object} [attributes] */
      record: (_value, attributes) => count(attributes),
    };
  };
  const parts = { createCounter: instrument, createHistogram: instrument };
  return {
    meter: /** @type {import("@opentelemetry/api").Meter} */ (/** @type {unknown} */ (parts)),
    counts,
  };
}
