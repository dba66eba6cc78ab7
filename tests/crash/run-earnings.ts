import { expect } from 'vitest';
import { makeImportFolder } from '../../apps/server/src/testing/import-run.ts';
import { deliver } from '../../apps/server/src/testing/ingest-client.ts';
import { startProgram } from '../../apps/server/src/testing/program.ts';
import type { Random } from '../../packages/demo/src/random.ts';
import type { RunModel } from './run-model.ts';
import type { TwoNodes } from './two-nodes.ts';

const BATCH = 500;
/** This is long because programs and the database start several times while other suites use the processors. */
const DELIVERY_TIMEOUT_MS = 600_000;

/** A mechanic's earning from a payment. */
export interface Earning {
  readonly id: string;
  readonly mechanicId: string;
  readonly paise: number;
}

/** The credentials and format with which payments are ingested. */
interface MarketplaceOfRuns {
  readonly headers: Readonly<Record<string, string>>;
  /** Returns a paid payment as the marketplace sends it. */
  readonly documentOf: (earning: Earning) => { readonly _id: string };
}

/** Creates payments from which mechanics earn money, and records them in the model. */
export function earningsOf(
  nodes: TwoNodes,
  model: RunModel,
  random: Random,
  { headers, documentOf }: MarketplaceOfRuns,
) {
  let last = 0;

  function earningOf(mechanicId: string, paise: number): Earning {
    last += 1;
    return { id: `65fb${last.toString(16).padStart(20, '0')}`, mechanicId, paise };
  }
  const small = (mechanicIds: readonly string[]) =>
    mechanicIds.map((id) => earningOf(id, random.between(100, 9_999)));
  const tellModel = (earnings: readonly Earning[]) => {
    for (const { mechanicId, paise } of earnings) model.earn(mechanicId, paise);
  };

  /** Ingests payments in batches. */
  async function ingest(earnings: readonly Earning[]): Promise<void> {
    for (let start = 0; start < earnings.length; start += BATCH) {
      const records = earnings.slice(start, start + BATCH).map(documentOf);
      const results = await deliver(
        nodes.addresses,
        headers,
        { collection: 'payments', records },
        DELIVERY_TIMEOUT_MS,
      );
      expect(results.filter(({ errors }) => (errors ?? []).length > 0)).toEqual([]);
    }
    tellModel(earnings);
  }

  return {
    /** Each mechanic earns the amount of a day; every tenth earns more than one user can pay alone. */
    earnADay: (mechanicIds: readonly string[]) =>
      ingest(
        mechanicIds.map((id, index) =>
          earningOf(id, (index % 10 === 0 ? 2_500_000 : 0) + random.between(10_000, 200_000)),
        ),
      ),
    ingestSmall: (mechanicIds: readonly string[]) => ingest(small(mechanicIds)),
    /** Imports payments and repeats the import if the database was killed during it. */
    importSmall: async (mechanicIds: readonly string[]) => {
      const earnings = small(mechanicIds);
      const folder = await makeImportFolder({ payments: earnings.map(documentOf) });
      const start = () => startProgram(nodes.environment, { words: ['import', folder.path] });
      if ((await start().ended()) !== 0) {
        const again = start();
        expect(await again.ended(), again.stderr()).toBe(0);
      }
      await folder.remove();
      tellModel(earnings);
    },
  };
}

export type Earnings = ReturnType<typeof earningsOf>;
