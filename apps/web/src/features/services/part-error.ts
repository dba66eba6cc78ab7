import type { Part } from '@wayside/contract/parts';

/** Why a part can't be changed or deleted, whatever another provider has sent; null where it can (PART-03). */
export function partError({ id, name, pricePaise }: Part, entry: 'edit' | 'delete'): string | null {
  if (!id) return 'Invalid part ID';
  const isUsable = Boolean(name?.trim()) && pricePaise !== null;
  return entry === 'delete' || isUsable ? null : 'Invalid part data';
}
