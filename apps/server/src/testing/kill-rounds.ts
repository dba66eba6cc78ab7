const USUAL_ROUNDS = 5;

/** The rounds from 1 on, as a table of tests; WAYSIDE_KILL_ROUNDS makes a long search of it. */
export function killRounds(usual = USUAL_ROUNDS): [number][] {
  const rounds = Number(process.env['WAYSIDE_KILL_ROUNDS'] ?? usual);
  return Array.from({ length: rounds }, (_, index) => [index + 1]);
}
