import { describe, expect, it } from 'vitest';
import type { ListInput } from '../../platform/db/list-shape.ts';
import { buildPageStatement } from '../../platform/db/page-statement.ts';
import { filledDatabase } from '../../testing/file-database.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { USER_SHAPE } from './users.ts';

const USERS = 20_000;

const MANY = `
  INSERT INTO users (id, name, email, phone, created_at)
  SELECT substr(md5('user ' || n), 1, 24), 'Ravi ' || md5('name ' || n), 'ravi.' || md5('mail ' || n) || '@example.in',
    '9' || lpad((n * 48271::bigint % 999999937)::text, 9, '0'), '2025-01-01T00:00:00Z'::timestamptz + n * interval '20 minutes'
  FROM generate_series(1, ${USERS}) AS n`;

const test = filledDatabase(MANY);

const asked = (input: Partial<ListInput>) =>
  buildPageStatement(USER_SHAPE, { status: null, search: null, page: 1, limit: 10, ...input });

describe('[USER-01, API-04] the query for a page of customers', () => {
  it('reads a few hundred of 20,000 rows for any page and search, and never scans the table', async () => {
    const { rows } = await test.client.query(
      `SELECT phone, name, email FROM users WHERE id = substr(md5('user 777'), 1, 24)`,
    );
    const { phone, name, email } = rows[0];
    const inputs: Record<string, Partial<ListInput>> = {
      'the first page': {},
      'a page in the middle': { page: USERS / 20 },
      'the last page': { page: USERS / 10 },
      'a whole phone': { search: phone },
      'six digits of it': { search: phone.slice(-6) },
      'a name': { search: name },
      'an email': { search: email },
    };
    for (const [question, input] of Object.entries(inputs))
      for (const mode of ['generic', 'custom'] as const) {
        const nodes = await explainStatement(test.client, asked(input), mode);
        expect(countRowsRead(nodes, 'users'), `${question}, ${mode}`).toBeLessThan(700);
      }
  });
});
