import { Link } from '@tanstack/react-router';
import type { PersonRef } from '@wayside/contract/people';
import { NOT_AVAILABLE } from '../../lib/format.ts';
import { cn } from '../../ui/cn.ts';

const DESTINATIONS = {
  customer: { to: '/users', key: 'user' },
  mechanic: { to: '/mechanics', key: 'mechanic' },
} as const;

export interface PersonLinkProps {
  person: PersonRef | null;
  as: keyof typeof DESTINATIONS;
  className?: string;
}

/** A name that leads to that person's details (BOOK-11); N/A where nobody is known. */
export function PersonLink({ person, as, className }: PersonLinkProps) {
  const name = person?.name?.trim();
  if (!person?.id || !name) return <span className={cn('block truncate', className)}>{name || NOT_AVAILABLE}</span>;
  const { to, key } = DESTINATIONS[as];
  return (
    <Link
      to={to}
      search={{ [key]: person.id } as never}
      data-tip={name}
      className={cn(
        'block w-fit max-w-full truncate underline-offset-2 hover:text-accent-text hover:underline',
        className,
      )}
    >
      {name}
    </Link>
  );
}
