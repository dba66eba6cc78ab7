import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const RULES = fileURLToPath(new URL('../../../../../deploy/prometheus/wayside.rules.yml', import.meta.url));
const OPERATIONS = new URL('../../../../../docs/operations.md', import.meta.url);
const PROMTOOL_SKIP_REASON = 'there is no promtool here: install prometheus';
/** Metrics that Prometheus adds to every scrape. */
const PROMETHEUS_METRICS = ['up'];

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

let test: TestApplication;
let metrics: Metrics | undefined;

beforeAll(async () => {
  test = await createTestApplication({
    metrics: (database) => {
      metrics = createMetrics(database);
      return metrics;
    },
  });
  await test.call('GET', '/admin/ownprofile');
});
afterAll(() => test.drop());

/** Returns the names of all metrics that a node exports. */
async function exported(): Promise<Set<string>> {
  const { text } = (await metrics?.read()) ?? { text: '' };
  return new Set([...text.matchAll(/^([a-z_0-9]+)[ {]/gm)].map(([, name = '']) => name));
}

describe('[OPER-04] the alerts', () => {
  it('are accepted by promtool', ({ skip }) => {
    skip(!hasPromtool, PROMTOOL_SKIP_REASON);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('SUCCESS');
  });

  it('query only metrics that a node exports', async () => {
    const expressions = [...(await readFile(RULES, 'utf8')).matchAll(/^ +expr: (.+)$/gm)].map(([, it = '']) => it);
    expect(expressions.length).toBeGreaterThan(5);
    const names = await exported();
    for (const expression of expressions) {
      // Without label matchers, groupings and durations, only metrics, functions and numbers remain.
      const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
      const used = [...bare.matchAll(/\b[a-z_]+[a-z_0-9]*\b(?! ?\()/g)].map(([name]) => name);
      const wanted = used.filter((name) => !['or', 'and', 'unless', 'sum', 'max', 'min'].includes(name));
      expect(wanted, expression).not.toEqual([]);
      for (const name of wanted) expect([...names, ...PROMETHEUS_METRICS], expression).toContain(name);
    }
  });

  it('are listed with the metrics in the operations guide', async () => {
    const guide = await readFile(OPERATIONS, 'utf8');
    const alerts = [...(await readFile(RULES, 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
    for (const name of alerts) expect(guide).toContain(`\`${name}\``);
    const own = [...(await exported())].filter(
      (name) => name.startsWith('wayside_') && !/_(bucket|sum|count)$/.test(name),
    );
    expect(own.length).toBeGreaterThan(10);
    for (const name of own) expect(guide).toContain(`\`${name.replace('wayside_', '')}\``);
  });
});
