import { Link, linkOptions } from '@tanstack/react-router';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { notAvailable, shortId } from '../../lib/format.ts';
import { cn } from '../../ui/cn.ts';

const LINKS = {
  customer: (id: string, search: { search?: string }) =>
    linkOptions({ to: '/users', search: { user: id, ...search } }),
  mechanic: (id: string, search: { search?: string }) =>
    linkOptions({ to: '/mechanics', search: { mechanic: id, ...search } }),
};

/** External providers cannot return single records, so the person is found by phone number (USER-01, MECH-01). */
function toPersonSearch({ phone }: PersonRef) {
  return isOwnServer() || !phone ? {} : { search: phone };
}

interface PersonLinkProps {
  person: PersonRef | null;
  as: keyof typeof LINKS;
  /** Whether a long name wraps instead of ending in an ellipsis. */
  isWhole?: boolean;
  className?: string;
}

/** A name with a link to the details of the person (BOOK-11); N/A if unknown. */
export function PersonLink({ person, as, isWhole = false, className }: PersonLinkProps) {
  const name = person?.name?.trim();
  const shape = isWhole ? 'wrap-anywhere' : 'block w-fit max-w-full truncate';
  if (!person?.id || !name)
    return (
      <span translate="no" className={cn(shape, className)}>
        {name || notAvailable()}
      </span>
    );
  return (
    <Link
      {...LINKS[as](person.id, toPersonSearch(person))}
      translate="no"
      data-tip={isWhole ? undefined : name}
      className={cn(shape, 'underline-offset-2 hover:text-accent-text hover:underline', className)}
    >
      {name}
    </Link>
  );
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** Returns "Ravi Kumar", or "user 0a1b2c" if the person has no name. */
export function personName({ id, name }: Named, noun: 'user' | 'mechanic'): string {
  const shown = shortId(id);
  return name?.trim() || (noun === 'user' ? t('user {id}', { id: shown }) : t('mechanic {id}', { id: shown }));
}
