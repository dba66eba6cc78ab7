const CLOCK_TIME = /^(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?$/i;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_HALF_DAY = 12;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** Minutes since midnight of "09:00", "9:00", "9 AM", "9:30 pm"; null for what cannot be read. */
export function minutesOf(time: string): number | null {
  const [, hourText, minuteText, half] = CLOCK_TIME.exec(time.trim()) ?? [];
  if (hourText === undefined || (minuteText === undefined && half === undefined)) return null;
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)];
  if (minute >= MINUTES_PER_HOUR) return null;
  if (half === undefined) return hour < 24 ? hour * MINUTES_PER_HOUR + minute : null;
  if (hour < 1 || hour > HOURS_PER_HALF_DAY) return null;
  const isAfternoon = half.toLowerCase() === 'pm';
  return ((hour % HOURS_PER_HALF_DAY) + (isAfternoon ? HOURS_PER_HALF_DAY : 0)) * MINUTES_PER_HOUR + minute;
}

/**
 * The duration that a slot's times suggest (SLOT-04): "1 hour", "30 mins", "1.5 hours". An end before the start crosses
 * midnight; equal times, or times that cannot be read, give none.
 */
export function slotDuration(startTime: string, endTime: string): string | null {
  const [start, end] = [minutesOf(startTime), minutesOf(endTime)];
  if (start === null || end === null || start === end) return null;
  const minutes = (end - start + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  if (minutes === MINUTES_PER_HOUR) return '1 hour';
  if (minutes < MINUTES_PER_HOUR) return `${minutes} mins`;
  return `${Math.round((minutes / MINUTES_PER_HOUR) * 100) / 100} hours`;
}
