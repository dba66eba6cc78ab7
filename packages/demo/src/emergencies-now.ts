/** An emergency of the demo's last hour. */
export interface RecentEmergency {
  readonly createdAtMs: number;
  readonly status: string;
  /** When its status changed last. */
  readonly changedAtMs: number;
}

const MINUTE_MS = 60_000;

/** Minutes ago: when it came and when it became what it is. A desk has a handful of each (ROAD-01). */
const RECENT: readonly (readonly [status: string, cameAgo: number, changedAgo: number])[] = [
  ['pending', 0.4, 0.4],
  ['pending', 2, 2],
  ['accepted', 9, 6],
  ['accepted', 40, 36],
  ['arrived', 35, 4],
  ['completed', 80, 20],
  ['cancelled', 50, 45],
];

/** One of the newest bookings but for those that are edge cases, the newest first; null for the others. */
export function recentEmergency(placeFromEnd: number, nowMs: number): RecentEmergency | null {
  if (placeFromEnd % 4 !== 1) return null;
  const found = RECENT[Math.floor(placeFromEnd / 4)];
  if (found === undefined) return null;
  const [status, cameAgo, changedAgo] = found;
  return { status, createdAtMs: nowMs - cameAgo * MINUTE_MS, changedAtMs: nowMs - changedAgo * MINUTE_MS };
}
