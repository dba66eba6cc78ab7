import type { RunRowState } from '@wayside/contract/payment-runs';
import type { RunStateTable } from '../../apps/server/src/testing/run-state-table.ts';

/** An event that affects an amount of a run, with its name in docs/money.md. */
export interface RunEvent {
  readonly name: string;
  readonly isByPerson: boolean;
  /** Whether the event certainly had an effect. If the response to a request was lost, it may have had one. */
  readonly isCertain: boolean;
}

interface ModelRow {
  readonly runId: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  state: RunRowState;
  /** The events since the last comparison, in unknown order. */
  events: RunEvent[];
}

/** A manual payment, or the request for one. */
interface ModelPayment {
  readonly mechanicId: string;
  readonly amountPaise: number;
  state: 'paid' | 'waiting' | 'ended' | 'voided';
}

/** An amount of a run in the database. */
export interface FoundRunRow {
  readonly reference: string;
  readonly runId: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly state: RunRowState;
}

/** The location of a mechanic's money, in paise. */
export interface MoneyByState {
  /** The sum of all earnings, including credits and less debits. */
  readonly earned: number;
  readonly paid: number;
  readonly reserved: number;
  readonly sent: number;
  /** The amount that is pending approval by another user. */
  readonly waiting: number;
}

/**
 * A plain model of money in payment runs without a database (BANK-04). It contains earnings, manual payments, bank
 * statuses, and the states that result from the table in docs/money.md. Events of a burst are concurrent, so that any
 * order of them is possible.
 */
export class RunModel {
  readonly #table: RunStateTable;
  readonly #earned = new Map<string, number>();
  readonly #rows = new Map<string, ModelRow>();
  readonly #payments = new Map<string, ModelPayment>();
  /**
   * Mechanics who may owe money because of a debit or a payment that first failed. Their balance can be lower than
   * the amounts in transit.
   */
  readonly #mayOwe = new Set<string>();

  constructor(table: RunStateTable) {
    this.#table = table;
  }

  /** Records an earning, a refund or an adjustment. */
  earn(mechanicId: string, paise: number): void {
    this.#earned.set(mechanicId, (this.#earned.get(mechanicId) ?? 0) + paise);
    if (paise < 0) this.#mayOwe.add(mechanicId);
  }

  /**
   * Records a manual payment that succeeded, or the pending request for one.
   * @param id the id of the payment or request
   */
  pay(id: string, mechanicId: string, amountPaise: number, state: 'paid' | 'waiting'): void {
    this.#payments.set(id, { mechanicId, amountPaise, state });
  }

  /** Records the outcome of a manual payment. */
  decide(id: string, state: ModelPayment['state']): void {
    const payment = this.#payments.get(id);
    if (payment === undefined) throw new Error(`there is no request for ${id}`);
    payment.state = state;
  }

  /** @returns the manual payments in a state */
  paymentsIn(state: ModelPayment['state']): string[] {
    return [...this.#payments].flatMap(([id, payment]) => (payment.state === state ? [id] : []));
  }

  /**
   * Records an event of an amount before the next comparison.
   * @throws if the table does not contain the event
   */
  recordEvent(reference: string, event: RunEvent): void {
    if (!this.#table.has(event.name)) throw new Error(`docs/money.md has no event "${event.name}"`);
    this.#rows.get(reference)?.events.push(event);
  }

  /** Records an event for each amount of a run. */
  recordRunEvent(runId: string, event: RunEvent): void {
    for (const [reference, row] of this.#rows) if (row.runId === runId) this.recordEvent(reference, event);
  }

  /** @returns the references of the amounts in a state, for one run or for all */
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

  /**
   * Adopts the database's states if some order of the events produces them.
   * @returns a message for each state that no order produces
   */
  adoptStates(found: readonly FoundRunRow[], knownRuns: ReadonlySet<string>): string[] {
    const wrong: string[] = [];
    for (const { reference, state, ...row } of found) {
      if (!knownRuns.has(row.runId)) wrong.push(`${reference} is of a run that nobody has made`);
      const before = this.#rows.get(reference);
      // The amounts of a new run are initially reserved.
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

  /** Returns the states that some order of the events produces. */
  #statesAfter(from: RunRowState, events: readonly RunEvent[]): Set<RunRowState> {
    // Repeating an event has no effect.
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

  /** Returns the location of each mechanic's money. Each paisa of an amount is counted once. */
  moneyByState(): Map<string, MoneyByState> {
    const all = new Map<string, { -readonly [K in keyof MoneyByState]: number }>();
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

  /**
   * Checks whether more may be paid or in transit than is owed, because a debit came later or the bank paid an amount
   * that it had reported as failed.
   */
  mayBeOverpaid = (mechanicId: string): boolean => this.#mayOwe.has(mechanicId);
}

/** Checks whether the amount of a row could be paid in another way before a user recorded that the bank had paid it. */
const wasFree = ({ state, events }: ModelRow): boolean =>
  (state === 'failed' || events.some(({ name }) => name === 'failed')) &&
  events.some(({ name, isByPerson }) => name === 'paid' && isByPerson);
