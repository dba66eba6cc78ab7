import type { ReactNode } from 'react';
import { capitalised, NOT_AVAILABLE, orNotAvailable, shortId } from '../lib/format.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';

interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Avatar, name and id of a person in a list (USER-02, MECH-02). */
export function PersonCell({
  id,
  name,
  avatar,
  children,
}: {
  id: string;
  name: string | null;
  avatar: ReactNode;
  /** Behind the id. */
  children?: ReactNode;
}) {
  return (
    // One element, for a list counts its nodes: the avatar stands in the padding.
    <div className="relative min-w-0 pl-11 *:first:absolute *:first:inset-y-0 *:first:left-0 *:first:my-auto">
      {avatar}
      {/* A right-to-left name is cut at its end too. */}
      <span dir="auto" className="block truncate text-left font-medium" data-tip={name ?? undefined}>
        {orNotAvailable(name)}
      </span>
      <CopyableId id={id} shown={shortId(id)} className="text-ink-soft" />
      {children}
    </div>
  );
}

/** Email and phone of a person in a list. */
export function ContactCell({ email, phone }: Contact) {
  return (
    <>
      <span className="block truncate" data-tip={email ?? undefined}>
        {orNotAvailable(email)}
      </span>
      <span className="numeric block truncate text-ink-soft" data-tip={phone ?? undefined}>
        {orNotAvailable(phone)}
      </span>
    </>
  );
}

/** Vehicle types as badges (FMT-05). */
export function VehicleTypes({ types }: { types: readonly string[] }) {
  // An external provider may repeat a type or send empty ones.
  const named = new Set(types.map((type) => type.trim()).filter(Boolean));
  if (named.size === 0) return <span className="text-ink-soft">{NOT_AVAILABLE}</span>;
  const badges = [...named].map((type) => <Badge key={type}>{capitalised(type)}</Badge>);
  // A list counts its nodes: one badge needs no wrapper.
  return badges.length === 1 ? badges : <span className="flex flex-wrap gap-1">{badges}</span>;
}
