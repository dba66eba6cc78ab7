import { getRun } from '@wayside/contract/payment-runs';
import { type PayoutsSummary, summarizePayouts, totalsOf } from '@wayside/contract/payouts-earnings';
import type { FoundRunRow, RunModel } from './run-model.ts';
import type { Office } from './run-office.ts';
import type { TwoNodes } from './two-nodes.ts';

interface Compared {
  readonly nodes: TwoNodes;
  readonly model: RunModel;
  readonly office: Office;
  readonly knownRuns: ReadonlySet<string>;
}

/**
 * Compares the database with the model: the states by the table in docs/money.md, and that each paisa of each
 * mechanic is in exactly one place (BANK-04).
 * @returns the differences
 */
export async function compareRuns({ nodes, model, office, knownRuns }: Compared): Promise<string[]> {
  const rows = await nodes.query<FoundRunRow>(
    'SELECT reference, run_id AS "runId", mechanic_id AS "mechanicId", amount_paise AS "amountPaise", state FROM payment_run_rows',
  );
  const requests = await nodes.query<{ id: string; state: string }>('SELECT id, state FROM approvals');
  for (const { id, state } of requests)
    if (model.paymentsIn('waiting').includes(id) && state !== 'waiting')
      model.decide(id, state === 'approved' ? 'paid' : 'ended');
  return [
    ...model.adoptStates(rows, knownRuns),
    ...(await findBalanceDifferences(nodes, model, office.tokens.owner)),
    ...(await findProgressDifferences(nodes, office.tokens.owner)),
  ];
}

async function findBalanceDifferences(nodes: TwoNodes, model: RunModel, token: string): Promise<string[]> {
  const wrong: string[] = [];
  const response = await nodes.ask<unknown>('/admin/payouts/summary', { token, method: 'GET' });
  const decoded = summarizePayouts.response.parse(response.body) as PayoutsSummary;
  const shown = new Map(totalsOf(decoded).map((each) => [each.mechanicId, each]));
  for (const [id, { earned, paid, reserved, sent, waiting }] of model.moneyByState()) {
    const found = shown.get(id);
    const expected = [earned - paid, reserved + sent, waiting];
    const actual = [found?.balancePaise, found?.inTransitPaise ?? 0, found?.reservedPaise ?? 0];
    if (expected.some((paise, index) => paise !== actual[index]))
      wrong.push(`${id}: balance, in transit and pending amounts are ${actual}, ${expected} expected`);
    if (earned - paid - reserved - sent - waiting < 0 && !model.mayBeOverpaid(id))
      wrong.push(`${id} is paid more than is owed`);
  }
  return wrong;
}

/** Checks the counts and sums of rows by state that payment runs report. */
async function findProgressDifferences(nodes: TwoNodes, token: string): Promise<string[]> {
  const runs = await nodes.query<{ id: string; progress: string[] }>(
    `SELECT run_id AS id, array_agg(concat_ws(' ', state, count, paise) ORDER BY state) AS progress
     FROM (SELECT run_id, state, count(*), sum(amount_paise) AS paise FROM payment_run_rows GROUP BY run_id, state) AS states
     GROUP BY run_id`,
  );
  const wrong: string[] = [];
  for (const { id, progress } of runs) {
    const { body } = await nodes.ask<unknown>(`/admin/payment-runs/${id}`, { token, method: 'GET' });
    const { record } = getRun.response.parse(body);
    const shown = record.progress.map(({ state, count, amountPaise }) => `${state} ${count} ${amountPaise}`).sort();
    if (shown.join() !== progress.join()) wrong.push(`run ${id} says ${shown}, ${progress} expected`);
  }
  return wrong;
}
