import { createHash, randomBytes } from 'node:crypto';
import { createPayout } from '@wayside/contract/payouts';
import { encoderOf } from '@wayside/contract/wire/wire';
import { startProgram } from '../../apps/server/src/testing/program.ts';
import { openSession } from './open-session.ts';
import type { RunModel } from './run-model.ts';
import type { FinalResponse, TwoNodes } from './two-nodes.ts';

const payoutOf = encoderOf(createPayout.body as NonNullable<typeof createPayout.body>);

interface OfficeResponse {
  readonly message?: string;
  readonly approval?: string;
}
interface RunResponse extends OfficeResponse {
  readonly data: { readonly _id: string };
}
interface PreviewResponse {
  readonly data: { readonly payees: readonly { readonly mechanicId: string }[]; readonly total: number };
}

/** The payees of a run: the given ones, or all who are owed at least this number of rupees. */
type RunChoice = { readonly ids: readonly string[] } | { readonly all: true; readonly minimum: number };

/** A user who may move money. */
export type Person = 'owner' | 'finance';
export const otherThan = (person: Person): Person => (person === 'owner' ? 'finance' : 'owner');

const FINANCE = 'finance@example.com';
const MAX_ATTEMPTS = 20;

/**
 * Simulates two users who create runs, decide on them, make manual payments and adjustments, and report the responses
 * to the model (BANK-04).
 */
export async function openOffice(nodes: TwoNodes, model: RunModel) {
  const args = ['admin', 'create', FINANCE, '--role', 'finance'];
  const created = startProgram(nodes.environment, { words: args, input: 'asha and ravi\n' });
  if ((await created.ended()) !== 0) throw new Error(created.stderr());
  const token = randomBytes(32).toString('base64url');
  await nodes.query(
    `INSERT INTO sessions (token_hash, admin_id, expires_at, proved_at)
     SELECT $1, id, now() + interval '12 hours', now() + interval '12 hours' FROM admins WHERE email = $2`,
    [createHash('sha256').update(token).digest(), FINANCE],
  );
  // The first administrator is the owner.
  const tokens: Readonly<Record<Person, string>> = {
    owner: await openSession(nodes.connectionString),
    finance: token,
  };
  /** The user who created each run or requested each payment. */
  const makers = new Map<string, Person>();
  let last = 0;
  const newKey = () => `K${++last}-${randomBytes(4).toString('hex')}`;
  const ask = <T = OfficeResponse>(by: Person, path: string, body?: object | FormData): Promise<FinalResponse<T>> =>
    nodes.ask<T>(`/admin${path}`, { token: tokens[by], ...(body === undefined ? {} : { body }) });

  /**
   * Reports an outcome to the model. It is certain after a 200, and only possible if a response was lost before a
   * 409.
   */
  function note({ status, body, wasLost }: FinalResponse<unknown>, happens: (isCertain: boolean) => void): void {
    if (status === 200) happens(true);
    else if (status !== 409) throw new Error(`${status}: ${JSON.stringify(body)}`);
    else if (wasLost) happens(false);
  }

  return {
    tokens,
    makers,
    ask,
    /** Sets the amount above which a payment or a run needs the approval of another user. */
    limit: async (rupees: number) => {
      const path = '/admin/approvals/settings';
      const body = { limit: rupees, dayLimit: null };
      const { status } = await nodes.ask(path, { token: tokens.owner, method: 'PATCH', body });
      if (status !== 200) throw new Error(`the limit call returned ${status}`);
    },
    /**
     * Previews and creates a run, and retries if balances have changed since the preview.
     * @returns its id; null if there is no one to pay
     */
    makeRun: async (by: Person, chosen: RunChoice): Promise<string | null> => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const selection = { profile: 'razorpayx', ...chosen };
        const { payees, total } = (await ask<PreviewResponse>(by, '/payment-runs/preview', selection)).body.data;
        if (payees.length === 0) return null;
        const seen = { seenCount: payees.length, seenTotal: total };
        const body = { ...selection, ...seen, debitAccount: '000705000123', key: newKey() };
        const made = await ask<RunResponse>(by, '/payment-runs', body);
        if (made.status === 200) {
          makers.set(made.body.data._id, by);
          return made.body.data._id;
        }
        if (made.status !== 409) throw new Error(`${made.status}: ${JSON.stringify(made.body)}`);
      }
      throw new Error('the amounts of a run change all the time');
    },
    approve: (by: Person, runId: string) => ask(by, `/payment-runs/${runId}/approve`),
    /** Rejects or cancels a run. */
    end: async (by: Person, runId: string, how: 'reject' | 'cancel') => {
      const response = await ask(by, `/payment-runs/${runId}/${how}`, { reason: 'Wrong day' });
      const name = how === 'reject' ? 'rejected' : 'cancelled';
      note(response, (isCertain) => model.recordRunEvent(runId, { name, isByPerson: true, isCertain }));
    },
    removeRow: async (by: Person, runId: string, reference: string) => {
      const response = await ask(by, `/payment-runs/${runId}/rows/${reference}/remove`, { reason: 'Disputed' });
      note(response, (isCertain) =>
        model.recordEvent(reference, { name: 'a person removes the row', isByPerson: true, isCertain }),
      );
    },
    makeFile: async (by: Person, runId: string) => {
      const response = await ask(by, `/payment-runs/${runId}/file`);
      note(response, (isCertain) =>
        model.recordRunEvent(runId, { name: 'the file is made', isByPerson: false, isCertain }),
      );
    },
    /** Records the bank's result manually. The table determines the effect, regardless of the response. */
    record: async (by: Person, reference: string, said: { status: string; transactionId?: string }) => {
      const { runId } = model.row(reference);
      const response = await ask(by, `/payment-runs/${runId}/rows/${reference}/outcome`, said);
      if (response.status !== 200 && response.status !== 409) throw new Error(`${response.status}: ${reference}`);
      model.recordEvent(reference, { name: said.status, isByPerson: true, isCertain: true });
    },
    /** Records failures for a file that the bank did not receive. */
    failOpenRows: async (by: Person, runId: string) => {
      const sent = model.rowsIn('sent', runId);
      const response = await ask(by, `/payment-runs/${runId}/fail`, {
        reason: 'Never uploaded',
        seenCount: sent.length,
      });
      note(response, (isCertain) => {
        for (const reference of sent) model.recordEvent(reference, { name: 'failed', isByPerson: true, isCertain });
      });
    },
    /** Uploads a bank result file to a node. */
    upload: async (by: Person, content: string) => {
      const form = new FormData();
      form.set('profile', 'icici');
      form.set('name', 'result.csv');
      form.set('file', new Blob([content]), 'result.csv');
      const { status } = await ask(by, '/bank-answers', form);
      if (status !== 200) throw new Error(`the result file upload returned ${status}`);
    },
    /** Makes a manual payment. Above the limit, it is pending approval. */
    pay: async (by: Person, mechanicId: string, amountPaise: number) => {
      const transactionId = newKey();
      const body = payoutOf({ mechanicId, amountPaise, method: 'bank_transfer', transactionId }) as object;
      const response = await nodes.ask<OfficeResponse>(createPayout.path, { token: tokens[by], body });
      if (response.status === 409) return;
      if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
      const { approval } = response.body;
      model.pay(approval ?? transactionId, mechanicId, amountPaise, approval === undefined ? 'paid' : 'waiting');
      if (approval !== undefined) makers.set(approval, by);
    },
    adjust: async (mechanicId: string, paise: number) => {
      const body = { amount: paise / 100, reason: 'Tools', key: newKey() };
      const { status } = await ask('owner', `/mechanics/${mechanicId}/adjustments`, body);
      if (status !== 200) throw new Error(`the adjustment returned ${status}`);
      model.earn(mechanicId, paise);
    },
    /** Voids the payment of an amount in a run. */
    voidRow: async (by: Person, reference: string, payoutId: string) => {
      const response = await ask(by, `/payments-out/payout/${payoutId}/void`, { reason: 'Returned' });
      note(response, (isCertain) =>
        model.recordEvent(reference, { name: 'the payment is voided', isByPerson: true, isCertain }),
      );
    },
    /** Voids a manual payment. */
    voidPayment: async (by: Person, id: string, payoutId: string) => {
      const { status } = await ask(by, `/payments-out/payout/${payoutId}/void`, { reason: 'Returned' });
      // 409 means that the payment is already voided.
      if (status !== 200 && status !== 409) throw new Error(`the void returned ${status}`);
      model.decide(id, 'voided');
    },
    /** Decides on a request. If it is approved, the payment is recorded immediately. */
    decide: async (by: Person, approvalId: string, how: 'approve' | 'reject' | 'withdraw') => {
      await ask(by, `/approvals/${approvalId}/${how}`, how === 'reject' ? { reason: 'No' } : undefined);
      if (how === 'approve') await ask(by, `/approvals/${approvalId}/record`, { transactionId: newKey() });
    },
  };
}

export type Office = Awaited<ReturnType<typeof openOffice>>;
