import type pg from 'pg';
import type { Statement } from '../platform/db/statement.ts';

/** A plan node in the JSON output of EXPLAIN. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the plan nodes of an executed statement, with a generic plan or a plan for its values. */
export async function explainStatement<R extends object>(
  client: pg.ClientBase,
  { statement, values }: { readonly statement: Statement<R>; readonly values: readonly unknown[] },
  mode: 'generic' | 'custom',
): Promise<PlanNode[]> {
  await client.query(`SET plan_cache_mode = force_${mode}_plan`);
  await client.query(`PREPARE asked AS ${statement.text}`);
  try {
    const literals = values.map((value) =>
      typeof value === 'number' ? String(value) : `'${Array.isArray(value) ? `{${value.join()}}` : value}'`,
    );
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    );
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('DEALLOCATE asked');
    await client.query('RESET plan_cache_mode');
  }
}

/** Returns the number of rows that scans read from one table or all tables, including rows that were filtered out. */
export function countRowsRead(nodes: readonly PlanNode[], table?: string): number {
  return nodes
    .filter((node) => node['Node Type'].includes('Scan') && node['Node Type'] !== 'CTE Scan')
    .filter((node) => table === undefined || node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum + ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      0,
    );
}
