import { Fragment, type ReactNode } from 'react';
import { msg } from '../../languages/text.ts';
import { notAvailable, orNotAvailable, shortId } from '../../lib/format.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';

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
  /** Whether a narrow table omits the avatar. */
  isAvatarOptional?: boolean;
  children?: ReactNode;
}) {
  return (
    // Puts the avatar into the padding of one element, because a long list should have few DOM nodes.
    <div
      className={cn(
        'relative min-w-0 pl-11 *:first:absolute *:first:inset-y-0 *:first:left-0 *:first:my-auto',
        isAvatarOptional && '@max-[64rem]:pl-0 @max-[64rem]:*:first:hidden',
      )}
    >
      {avatar}
      {/* `dir` also truncates a right-to-left name at its end, after the second line. */}
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

export function ContactCell({ email, phone }: { readonly email: string | null; readonly phone: string | null }) {
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
  // External providers may send duplicate or empty types.
  const named = new Set(types.map((type) => type.trim()).filter(Boolean));
  if (named.size === 0) return <span className="text-ink-soft">{notAvailable()}</span>;
  // Spaces separate the badges without a wrapper, because a long list should have few DOM nodes.
  return [...named].map((type, place) => (
    <Fragment key={type}>
      {place > 0 && ' '}
      <Badge>{vehicleTypeName(type)}</Badge>
    </Fragment>
  ));
}

export function BlockBadge({ isBlocked }: { isBlocked: boolean }) {
  return <StatusBadge tone={isBlocked ? 'danger' : 'success'} label={isBlocked ? msg('Blocked') : msg('Active')} />;
}
