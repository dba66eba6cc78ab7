import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matchesText } from '@wayside/contract/wire/fold-text';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, orNotAvailable } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { MAX_RECIPIENTS, recipientsQuery } from './notifications-queries.ts';

const DEBOUNCE_MS = 300;
const LABELS = {
  user: { field: 'Select user', many: 'customers', failed: 'Failed to load users' },
  mechanic: { field: 'Select mechanic', many: 'mechanics', failed: 'Failed to load mechanics' },
};

export interface RecipientFieldProps {
  type: 'user' | 'mechanic';
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
}

/**
 * A pick list of customers or mechanics. Our server is asked for what is typed, among all of them; another provider for
 * its newest 100, which are searched here (NOTI-02, NOTI-05).
 */
export function RecipientField({ type, value, onChange, error }: RecipientFieldProps) {
  const asksServer = isOwnServer();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...recipientsQuery(type, asksServer ? search : ''), placeholderData: keepPreviousData });
  const { data, isPending, isError, refetch } = query;
  const isSearching = asksServer && (typed.trim() !== search || query.isPlaceholderData);
  const options = (data?.rows ?? []).map(({ id, name, email, phone }) => ({
    value: id,
    label: orNotAvailable(name),
    detail: [email, asksServer ? phone : null].filter(Boolean).join(' · ') || orNotAvailable(email),
  }));
  const { field, many, failed } = LABELS[type];
  const isCut = (data?.total ?? 0) > options.length;
  const shown = asksServer
    ? `The first ${options.length} of ${formatCount(data?.total)} ${many}. Type a name, email or phone number.`
    : `The newest ${MAX_RECIPIENTS} are listed.`;
  return (
    <div className="grid content-start gap-2">
      <Combobox
        matches={matchesText}
        label={field}
        placeholder={isPending ? 'Loading…' : 'Type a name or email'}
        options={isSearching ? [] : options}
        value={value}
        onChange={(id) => {
          setChosen(options.find((option) => option.value === id) ?? null);
          onChange(id);
        }}
        {...(asksServer ? { onType: setTyped, chosenOption: value === null ? null : chosen } : {})}
        noMatch={isSearching ? 'Searching…' : 'Nobody matches'}
        disabled={isPending && data === undefined && typed === ''}
        error={error}
        hint={isCut || options.length === MAX_RECIPIENTS ? shown : undefined}
      />
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-text">
          {failed}
          <Button onClick={() => void refetch()}>Try Again</Button>
        </p>
      )}
    </div>
  );
}
