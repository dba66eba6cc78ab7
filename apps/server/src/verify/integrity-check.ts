import type pg from 'pg';
import type { Settings } from '../settings.ts';

/** What a proof may look at. */
export interface IntegrityCheckContext {
  /** In a transaction that reads only and sees one moment, the same for every proof but those of the present. */
  readonly client: pg.ClientBase;
  readonly settings: Pick<Settings, 'dataDir' | 'objectStorage'>;
}

/** Something that must always be true of the data, and how to find where it is not (SECU-05). */
export interface IntegrityCheck {
  /** What it is about, as its line begins: "Activity". */
  readonly name: string;
  /** What is true when nothing was found: "chain whole". */
  readonly holds: string;
  /** Whether it compares with what lies outside of the database: then each statement sees what is committed by now. */
  readonly isOfThePresent?: boolean;
  /**
   * Yields each problem in words that name the record, never a personal value (SECU-04); returns how much was looked at:
   * "1,204 rows". What may be large is read in portions, see `eachRow`.
   */
  prove(context: IntegrityCheckContext): AsyncGenerator<string, string>;
}
