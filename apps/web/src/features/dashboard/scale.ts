/** The vertical axis of a chart that starts at 0. */
export interface Scale {
  /** The value at the upper edge; never 0. */
  readonly top: number;
  /** The values of the grid lines, including 0 and `top`. */
  readonly ticks: readonly number[];
}

const INTERVALS = 4;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];

/** Four equal steps of a round size up to at least the largest value; whole numbers if `isWhole`. */
export function scaleFor(values: readonly number[], isWhole: boolean): Scale {
  const largest = Math.max(0, ...values.filter(Number.isFinite));
  const rough = Math.max(largest / INTERVALS, isWhole ? 1 : Number.EPSILON);
  const magnitude = 10 ** Math.floor(Math.log10(largest === 0 ? 1 : rough));
  const candidates = ROUND_STEPS.map((step) => step * magnitude).filter(
    (step) => !isWhole || Number.isInteger(step),
  );
  const step = candidates.find((candidate) => candidate >= rough) ?? 10 * magnitude;
  return { top: step * INTERVALS, ticks: Array.from({ length: INTERVALS + 1 }, (_, index) => index * step) };
}
