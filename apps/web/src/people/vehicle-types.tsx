import { capitalised, NOT_AVAILABLE } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';

/** Vehicle types as badges (FMT-05). */
export function VehicleTypes({ types }: { types: readonly string[] }) {
  // Another provider may name one twice, or nothing at all.
  const named = new Set(types.map((type) => type.trim()).filter(Boolean));
  if (named.size === 0) return <span className="text-ink-soft">{NOT_AVAILABLE}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {[...named].map((type) => (
        <Badge key={type}>{capitalised(type)}</Badge>
      ))}
    </span>
  );
}
