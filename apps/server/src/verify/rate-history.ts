import type pg from 'pg';

/** A rate as a fraction of integers, so that no float has a say: 12.5 % is 125 / 1000 of it. */
interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

interface Version {
  readonly number: number;
  readonly fromMs: number;
  readonly isFromSource: boolean;
  readonly changed: readonly string[];
  /** As decimal text; null where none was set. */
  readonly commission: string | null;
  readonly fee: string | null;
}

type Field = 'commission' | 'fee';
const COLUMNS = { commission: 'commission_percent', fee: 'platform_fee_paise' } as const;

const VERSIONS = `
  SELECT number, extract(epoch FROM in_force_from)::float8 * 1000 AS "fromMs", is_from_source AS "isFromSource", changed,
    content ->> 'commission_percent' AS commission, content ->> 'platform_fee_paise' AS fee
  FROM configuration_versions ORDER BY in_force_from, number`;

/** The rates at each instant, worked out from the history of the configuration alone (PAYO-08). */
export class RateHistory {
  readonly #versions: readonly Version[];
  /** By field and how many versions are in force by then. */
  readonly #found = new Map<string, string | null>();

  private constructor(versions: readonly Version[]) {
    this.#versions = versions;
  }

  static async read(client: pg.ClientBase): Promise<RateHistory> {
    const { rows } = await client.query<Version>(VERSIONS);
    return new RateHistory(rows);
  }

  #valueAt(field: Field, ratedMs: number): string | null {
    const later = this.#versions.findIndex(({ fromMs }) => fromMs > ratedMs);
    const key = `${field} ${later}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const value = this.#work(field, ratedMs);
    this.#found.set(key, value);
    return value;
  }

  /** Commission on an amount, rounded half up to a paisa. */
  commissionPaise(grossPaise: number, ratedMs: number): number {
    const { numerator, denominator } = fractionOf(this.#valueAt('commission', ratedMs) ?? '0');
    const whole = BigInt(grossPaise) * numerator;
    const parts = denominator * 100n;
    return Number((2n * whole + parts) / (2n * parts));
  }

  /** The platform fee of a booking that has none of its own. */
  feePaise(ratedMs: number): number {
    return Number(this.#valueAt('fee', ratedMs) ?? 0);
  }

  /** Walks through the history: what a source states again is no change, what an administrator did not change neither. */
  #work(field: Field, ratedMs: number): string | null {
    let inForce: { readonly value: string | null } | undefined;
    let stated: { readonly value: string | null } | undefined;
    for (const version of this.#versions) {
      const value = version[field];
      if (version.isFromSource) {
        const isChange = stated === undefined || stated.value !== value;
        // The first that a source stated counts for everything older, too.
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
