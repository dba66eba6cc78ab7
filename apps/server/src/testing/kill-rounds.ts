const USUAL_ROUNDS = 5;

/** How often something is killed in a test; WAYSIDE_KILL_ROUNDS makes a long search of it. */
export const KILL_ROUNDS = Number(process.env['WAYSIDE_KILL_ROUNDS'] ?? USUAL_ROUNDS);

/** The rounds from 1 on, as a table of tests. */
export const killRounds = (): [number][] => Array.from({ length: KILL_ROUNDS }, (_, index) => [index + 1]);
