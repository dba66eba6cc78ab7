import type pg from 'pg';
import { z } from 'zod';
import { eachRow } from './integrity-check.ts';

/** A percentage as a fraction of integers, which avoids floating point: 12.5 % is 125 / 10. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const versionRow = z.object({
  number: z.number(),
  /** -Infinity for the rates of the time before versions were stored. */
  fromMs: z.union([z.number(), z.literal(Number.NEGATIVE_INFINITY)]),
  isFromSource: z.boolean(),
  changed: z.array(z.string()),
  /** Decimal text; null where none was set. */
  commission: z.string().nullable(),
  fee: z.string().nullable(),
});
type Version = z.infer<typeof versionRow>;

type Field = 'commission' | 'fee';
const COLUMNS = { commission: 'commission_percent', fee: 'platform_fee_paise' } as const;

const versions = {
  text: `
    SELECT number, extract(epoch FROM in_force_from)::float8 * 1000 AS "fromMs", is_from_source AS "isFromSource", changed,
      content ->> 'commission_percent' AS commission, content ->> 'platform_fee_paise' AS fee
    FROM configuration_versions ORDER BY in_force_from, number`,
  row: versionRow,
};

/** The rates at each instant, computed from the history of the configuration alone (PAYO-08). */
export class RateHistory {
  readonly #versions: readonly Version[];
  /** Values by field and number of versions in force. */
  readonly #cache = new Map<string, string | null>();

  private constructor(versions: readonly Version[]) {
    this.#versions = versions;
  }

  static async read(client: pg.ClientBase): Promise<RateHistory> {
    const rows: Version[] = [];
    for await (const row of eachRow(client, versions)) rows.push(row);
    return new RateHistory(rows);
  }

  #valueAt(field: Field, ratedMs: number): string | null {
    const later = this.#versions.findIndex(({ fromMs }) => fromMs > ratedMs);
    const key = `${field} ${later}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const value = this.#computeAt(field, ratedMs);
    this.#cache.set(key, value);
    return value;
  }

  /** Commission on an amount, rounded half up to a paisa. */
  commissionPaise(grossPaise: number, ratedMs: number): number {
    const { numerator, denominator } = fractionOf(this.#valueAt('commission', ratedMs) ?? '0');
    const whole = BigInt(grossPaise) * numerator;
    const parts = denominator * 100n;
    return Number((2n * whole + parts) / (2n * parts));
  }

  /** The platform fee of a booking without one of its own. */
  feePaise(ratedMs: number): number {
    return Number(this.#valueAt('fee', ratedMs) ?? 0);
  }

  /** Replays the history: neither a repeated value of the source nor a field that an administrator left alone is a change. */
  #computeAt(field: Field, ratedMs: number): string | null {
    let inForce: { readonly value: string | null } | undefined;
    let stated: { readonly value: string | null } | undefined;
    for (const version of this.#versions) {
      const value = version[field];
      if (version.isFromSource) {
        const isChange = stated === undefined || stated.value !== value;
        // The first value of a source also applies to earlier dates.
        if (stated === undefined) inForce ??= version.fromMs > ratedMs ? { value } : undefined;
        stated = { value };
        if (isChange && version.fromMs <= ratedMs) inForce = { value };
      } else if (version.changed.includes(COLUMNS[field]) && version.fromMs <= ratedMs) inForce = { value };
    }
    return inForce?.value ?? null;
  }
}

function fractionOf(percent: string): Fraction {
  const [whole = '0', decimals = ''] = percent.split('.');
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) };
}
