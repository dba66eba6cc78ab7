import autocannon from 'autocannon';
import { type StartedApplication, startApplication } from '../e2e/support/application.ts';
import { openSession } from '../e2e/support/session.ts';
import { AS_DEPLOYED } from './data.ts';
import { processorSeconds } from './process-memory.ts';
import { type BenchRow, median } from './row.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 4;
const SECONDS = 2;
const ROUNDS = 12;
/** Minimum throughput with metrics enabled, as a share of the throughput without (OPER-04). */
const MIN_RATIO = 0.99;

interface Measured {
  readonly application: StartedApplication;
  readonly token: string;
  /** Processor time per list request in each round, in milliseconds. */
  readonly costs: number[];
}

async function startMeasured(environment: Record<string, string>): Promise<Measured> {
  const application = await startApplication({
    demo: true,
    environment: { ...AS_DEPLOYED.environment, ...environment },
  });
  return { application, token: await openSession(application), costs: [] };
}

/** @returns the processor time per list request, in milliseconds */
async function load({ application, token }: Measured, seconds: number): Promise<number> {
  const before = await processorSeconds(application.pid);
  const { requests, non2xx } = await autocannon({
    url: `${application.url}/api/v1/booking/admin/booking?page=1&limit=10`,
    headers: { token },
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (non2xx > 0) throw new Error(`${non2xx} lists failed`);
  return (1_000 * ((await processorSeconds(application.pid)) - before)) / requests.total;
}

/** Returns the median ratio of the reference's costs to ours, round by round. */
const ratioOf = (ours: Measured, reference: Measured): number =>
  median(ours.costs.map((cost, round) => (reference.costs[round] ?? Number.NaN) / cost));

/**
 * Measures Node's processor time per list request with and without metrics, in turns. A second process without
 * metrics shows how far two equal processes differ. Processor time measures only the metrics, whereas clock time also
 * includes other load on the machine.
 */
export async function metricsRows(): Promise<BenchRow[]> {
  const [ours, reference, control] = [
    await startMeasured({ METRICS_PORT: '0' }),
    await startMeasured({}),
    await startMeasured({}),
  ];
  const applications = [ours, reference, control];
  try {
    for (const measured of applications) await load(measured, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const measured of round % 2 === 0 ? applications : applications.toReversed())
        measured.costs.push(await load(measured, SECONDS));
    const cost = (measured: Measured) => `${median(measured.costs).toFixed(3)} ms`;
    const [ratio, noise] = [ratioOf(ours, reference), ratioOf(control, reference)];
    const common = { reference: cost(reference) };
    return [
      {
        ...common,
        what: 'processor time of a list with metrics, to that without',
        ours: cost(ours),
        ratio,
        budget: `≥ ${MIN_RATIO} of the lists`,
        isMet: ratio >= MIN_RATIO,
      },
      {
        ...common,
        what: 'the same of a second process without metrics',
        ours: cost(control),
        ratio: noise,
        budget: '',
        isMet: null,
      },
    ];
  } finally {
    for (const { application } of applications) await application.stop();
  }
}
