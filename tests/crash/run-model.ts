import type { RunRowState } from '@wayside/contract/payment-runs';
import type { RunStateTable } from '../../apps/server/src/testing/run-state-table.ts';

/** Something that happens to an amount of a run, under its name in docs/money.md. */
export interface RunEvent {
  readonly name: string;
  readonly isByPerson: boolean;
  /** Whether its effect is known; a request whose answer was lost may have had one. */
  readonly isCertain: boolean;
}

interface ModelRow {
  readonly runId: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  state: RunRowState;
  /** Since the last comparison, in unknown order. */
  events: RunEvent[];
}

/** A payment by hand, or the request to make it. */
interface ModelPayment {
  readonly mechanicId: string;
  readonly amountPaise: number;
  state: 'paid' | 'waiting' | 'ended' | 'voided';
}

/** An amount of a run as the database has it. */
export interface FoundRunRow {
  readonly reference: string;
  readonly runId: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly state: RunRowState;
}

/** Where the money of a mechanic is, in paise. */
export interface WhereItIs {
  /** All that was ever earned, with credits and without debits. */
  readonly earned: number;
  readonly paid: number;
  readonly reserved: number;
  readonly sent: number;
  /** Waits for another user. */
  readonly waiting: number;
}

/**
 * A plain model of money in payment runs without a database (BANK-04): earnings, payments by hand and bank statuses,
 * and the resulting states by the table of docs/money.md. Events of a burst happen at once, so that each order of
 * them is possible.
 */
export class RunModel {
  readonly #table: RunStateTable;
  readonly #earned = new Map<string, number>();
  readonly #rows = new Map<string, ModelRow>();
  readonly #payments = new Map<string, ModelPayment>();
  /** Who may owe, because of a debit or a payment that had failed: the balance can be less than what is on its way. */
  readonly #mayOwe = new Set<string>();

  constructor(table: RunStateTable) {
    this.#table = table;
  }

  /** An earning, a refund or an adjustment. */
  earn(mechanicId: string, paise: number): void {
    this.#earned.set(mechanicId, (this.#earned.get(mechanicId) ?? 0) + paise);
    if (paise < 0) this.#mayOwe.add(mechanicId);
  }

  /** A payment by hand with its response, or its pending request. @param id of the payment, or of the request */
  pay(id: string, mechanicId: string, amountPaise: number, state: 'paid' | 'waiting'): void {
    this.#payments.set(id, { mechanicId, amountPaise, state });
  }

  /** The outcome of a payment made by hand. */
  decide(id: string, state: ModelPayment['state']): void {
    const payment = this.#payments.get(id);
    if (payment === undefined) throw new Error(`there is no request for ${id}`);
    payment.state = state;
  }

  /** @returns the payments by hand in a state */
  paymentsIn(state: ModelPayment['state']): string[] {
    return [...this.#payments].flatMap(([id, payment]) => (payment.state === state ? [id] : []));
  }

  /** Something happens to an amount until the next comparison. @throws for an event that the table does not name */
  happens(reference: string, event: RunEvent): void {
    if (!this.#table.has(event.name)) throw new Error(`docs/money.md has no event "${event.name}"`);
    this.#rows.get(reference)?.events.push(event);
  }

  /** The same for each amount of a run. */
  happensToRun(runId: string, event: RunEvent): void {
    for (const [reference, row] of this.#rows) if (row.runId === runId) this.happens(reference, event);
  }

  /** @returns the references of the amounts in a state, of all runs or of one */
  rowsIn(state: RunRowState, runId?: string): string[] {
    return [...this.#rows].flatMap(([reference, row]) =>
      row.state === state && (runId === undefined || row.runId === runId) ? [reference] : [],
    );
  }

  row(reference: string): Readonly<ModelRow> {
    const found = this.#rows.get(reference);
    if (found === undefined) throw new Error(`there is no amount ${reference}`);
    return found;
  }

  /** Adopts the database's states if some order of the events produces them. @returns those that no order produces */
  takeStates(found: readonly FoundRunRow[], knownRuns: ReadonlySet<string>): string[] {
    const wrong: string[] = [];
    for (const { reference, state, ...row } of found) {
      if (!knownRuns.has(row.runId)) wrong.push(`${reference} is of a run that nobody has made`);
      const before = this.#rows.get(reference);
      // A run that is new begins with reserved amounts.
      const known = before ?? { ...row, state: 'reserved', events: [] };
      if (known.amountPaise !== row.amountPaise || known.mechanicId !== row.mechanicId)
        wrong.push(`${reference} pays something else than before`);
      const possible = this.#statesAfter(known.state, known.events);
      if (!possible.has(state))
        wrong.push(
          `${reference} is ${state}: ${known.state}, then ${known.events.map(({ name }) => name).join(' + ')}, is ${[...possible].join(' or ')}`,
        );
      if (state === 'paid' && wasFree(known)) this.#mayOwe.add(row.mechanicId);
      this.#rows.set(reference, { ...known, state, events: [] });
    }
    const references = new Set(found.map(({ reference }) => reference));
    for (const reference of this.#rows.keys()) if (!references.has(reference)) wrong.push(`${reference} is gone`);
    return wrong;
  }

  /** The states that some order of the events produces. */
  #statesAfter(from: RunRowState, events: readonly RunEvent[]): Set<RunRowState> {
    // The same event again changes nothing.
    const different = [...new Map(events.map((event) => [`${event.name} ${event.isByPerson}`, event])).values()];
    const reached = new Set<RunRowState>();
    const go = (state: RunRowState, left: readonly RunEvent[]): void => {
      if (left.every(({ isCertain }) => !isCertain)) reached.add(state);
      for (const event of left) {
        const cell = this.#table.get(event.name)?.get(state);
        const to = (event.isByPerson ? cell?.byPerson : cell?.byBank)?.to ?? [];
        for (const next of to.length === 0 ? [state] : to)
          go(
            next,
            left.filter((other) => other !== event),
          );
      }
    };
    go(from, different);
    return reached;
  }

  /** Where the money of each mechanic is. Each paisa of an amount is counted once. */
  whereItIs(): Map<string, WhereItIs> {
    const all = new Map<string, { -readonly [K in keyof WhereItIs]: number }>();
    const of = (mechanicId: string) => {
      const found = all.get(mechanicId) ?? { earned: 0, paid: 0, reserved: 0, sent: 0, waiting: 0 };
      all.set(mechanicId, found);
      return found;
    };
    for (const [mechanicId, paise] of this.#earned) of(mechanicId).earned += paise;
    for (const { mechanicId, amountPaise, state } of this.#rows.values())
      if (state === 'reserved' || state === 'sent' || state === 'paid') of(mechanicId)[state] += amountPaise;
    for (const { mechanicId, amountPaise, state } of this.#payments.values())
      if (state === 'paid' || state === 'waiting') of(mechanicId)[state] += amountPaise;
    return all;
  }

  /** Whether more may be paid or on its way than is owed: a debit came later, or the bank had paid what it called failed. */
  mayOwe = (mechanicId: string): boolean => this.#mayOwe.has(mechanicId);
}

/** Whether the amount of a row could be paid another way before a person recorded that the bank had paid it. */
const wasFree = ({ state, events }: ModelRow): boolean =>
  (state === 'failed' || events.some(({ name }) => name === 'failed')) &&
  events.some(({ name, isByPerson }) => name === 'paid' && isByPerson);
