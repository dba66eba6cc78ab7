import { readFile } from 'node:fs/promises';
import { RUN_ROW_STATES, type RunRowState } from '@wayside/contract/payment-runs';

/** The outcome of an event in a state, as documented in docs/money.md. */
export interface DocumentedOutcome {
  /** The possible next states; empty if nothing changes. */
  readonly to: readonly RunRowState[];
  /** Whether an administrator must look at the line. */
  readonly isForPerson: boolean;
}

/** A table cell: the outcome of an event from the bank, and of the same event entered by an administrator. */
interface DocumentedCell {
  readonly byBank: DocumentedOutcome;
  readonly byPerson: DocumentedOutcome;
}

/** The states of an amount in a payment run, by event and current state. */
export type RunStateTable = ReadonlyMap<string, ReadonlyMap<RunRowState, DocumentedCell>>;

const MONEY = new URL('../../../../docs/money.md', import.meta.url);
const UNCHANGED_OUTCOME: DocumentedOutcome = { to: [], isForPerson: false };
const PERSON_PREFIX = 'by a person: ';

/**
 * Reads the table from docs/money.md, so that tests follow the document and not the code. @throws if the table is
 * missing
 */
export async function readRunStateTable(): Promise<RunStateTable> {
  const lines = (await readFile(MONEY, 'utf8')).split('\n');
  const first = lines.findIndex((line) => line.startsWith('| event | reserved |'));
  if (first < 0) throw new Error('docs/money.md has no table of events');
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  const [headings = [], , ...rows] = lines.slice(first, end).map(cellsOf);
  const states = headings.slice(1).map(stateOf);
  return new Map(
    rows.flatMap(([event = '', ...cells]) => {
      const byState = new Map(states.map((state, index) => [state, outcomesOf(cells[index] ?? '')]));
      // The states that banks report are events with the same names; the ends of a run share one row.
      return event.split(', ').map((name) => [name, byState] as const);
    }),
  );
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function stateOf(stateText: string): RunRowState {
  const found = RUN_ROW_STATES.find((state) => state === stateText);
  if (found === undefined) throw new Error(`docs/money.md names the state "${stateText}"`);
  return found;
}

function outcomesOf(cell: string): DocumentedCell {
  const [usual = '', personal] = cell.split('; ');
  const byBank = outcomeOf(usual);
  return { byBank, byPerson: personal === undefined ? byBank : outcomeOf(personal.replace(PERSON_PREFIX, '')) };
}

function outcomeOf(text: string): DocumentedOutcome {
  if (text === '–') return UNCHANGED_OUTCOME;
  if (text === 'for a person') return { to: [], isForPerson: true };
  const [stateText = '', other] = text.split(/[:,]/);
  const states = [stateOf(stateText), ...(other?.trim().startsWith('or removed') ? (['removed'] as const) : [])];
  return { to: states, isForPerson: false };
}
