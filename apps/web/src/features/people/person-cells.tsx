import type { ReactNode } from 'react';
import { capitalised, NOT_AVAILABLE, orNotAvailable, shortId } from '../../lib/format.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';

interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Avatar, name and id of a person in a list (USER-02, MECH-02). */
export function PersonCell({
  id,
  name,
  avatar,
  isAvatarOptional = false,
  children,
}: {
  id: string;
  name: string | null;
  avatar: ReactNode;
  /** A narrow table gives its room to the name. */
  isAvatarOptional?: boolean;
  /** Behind the id. */
  children?: ReactNode;
}) {
  return (
    // One element, for a list counts its nodes: the avatar is in the padding.
    <div
      className={cn(
        'relative min-w-0 pl-11 *:first:absolute *:first:inset-y-0 *:first:left-0 *:first:my-auto',
        isAvatarOptional && '@max-[64rem]:pl-0 @max-[64rem]:*:first:hidden',
      )}
    >
      {avatar}
      {/* A right-to-left name is cut at its end too, and none before its second line is full. */}
      <span
        dir="auto"
        translate="no"
        className="line-clamp-2 text-left font-medium wrap-anywhere"
        data-tip={name ?? undefined}
      >
        {orNotAvailable(name)}
      </span>
      <CopyableId id={id} shown={shortId(id)} className="whitespace-nowrap text-ink-soft" />
      {children}
    </div>
  );
}

/** Email and phone of a person in a list. */
export function ContactCell({ email, phone }: Contact) {
  return (
    <>
      <span translate="no" className="block truncate" data-tip={email ?? undefined}>
        {orNotAvailable(email)}
      </span>
      <span translate="no" className="numeric block truncate text-ink-soft" data-tip={phone ?? undefined}>
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

/** Whether a person is blocked. */
export function BlockBadge({ isBlocked }: { isBlocked: boolean }) {
  return <StatusBadge tone={isBlocked ? 'danger' : 'success'} label={isBlocked ? 'Blocked' : 'Active'} />;
}
