import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { type Fault, faultOf } from '../db/database-faults.ts';
import { isDiskFull } from '../db/embedded/embedded-errors.ts';

type DataSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** The cause of a failure, which is logged; null for one that has another. */
export type FaultReport = (error: unknown) => Promise<Fault | null>;

const LOG_EVERY_MS = 60_000;

/** The embedded database stops on a full disk, so that it cannot say why it is away. */
export async function explainFault(
  fault: Fault | null,
  { databaseUrl, dataDir }: DataSettings,
): Promise<Fault | null> {
  const isOurs = fault === 'unreachable' && databaseUrl === null;
  return isOurs && (await isDiskFull(dataDir)) ? 'disk_full' : fault;
}

/** Finds the causes of failures, and logs each of them at level error once a minute (OWN-12). */
export function reportFaults(settings: DataSettings, log: Logger): FaultReport {
  const loggedAtMs = new Map<Fault, number>();
  return async (error) => {
    const fault = await explainFault(faultOf(error), settings);
    if (fault === null) return null;
    const nowMs = performance.now();
    if (nowMs - (loggedAtMs.get(fault) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS) {
      loggedAtMs.set(fault, nowMs);
      log.error(
        { cause: fault, err: error },
        'requests fail; further failures of this cause are logged in a minute',
      );
    }
    return fault;
  };
}
