import { useQuery } from '@tanstack/react-query';
import { revokeServiceKey, type SERVICE_KEY_STATES, type ServiceKey } from '@wayside/contract/service-keys';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { type Message, msg, plural, t, verbatim } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { SERVICE_KEY_KEYS, scopeLabel, serviceKeysQuery } from './integrations-queries.ts';

const KeyForm = lazyPart(() => import('./integration-forms.tsx'), 'KeyForm');
const ShownSecret = lazyPart(() => import('../../ui/shown-once.tsx'), 'ShownSecret');

const STATES: Readonly<Record<(typeof SERVICE_KEY_STATES)[number], Message>> = {
  valid: msg('Valid'),
  expired: msg('Expired'),
  revoked: msg('Revoked'),
};

const DEFAULT_SCOPES = ['users', 'mechanics', 'bookings', 'payments', 'changes'];

type OpenDialog =
  | { readonly for: 'form'; readonly replaced: ServiceKey | null }
  | { readonly for: 'secret'; readonly key: string; readonly name: string }
  | { readonly for: 'revoking'; readonly key: ServiceKey };

/** Creates, replaces and revokes service keys (SYNC-06). */
export function ServiceKeys() {
  const query = useQuery(serviceKeysQuery);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [areEndedShown, setAreEndedShown] = useState(false);
  const close = () => setOpenDialog(null);
  const keys = query.data?.rows ?? [];
  const valid = keys.filter(({ state }) => state === 'valid');
  const ended = keys.length - valid.length;
  const create = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => setOpenDialog({ for: 'form', replaced: null })}
    >
      {t('Create key')}
    </Button>
  );
  return (
    <LoadedSection
      title={t('Service keys')}
      description={t('Lets your app send and read records.')}
      count={query.data && valid.length}
      query={query}
      failed={t('Failed to load the service keys')}
      action={keys.length > 0 && create}
    >
      {keys.length === 0 && (
        <EmptyState icon={<KeyRound className="size-5" />} title={t('There is no service key yet.')}>
          {create}
        </EmptyState>
      )}
      {keys.length > 0 && (
        <ul aria-label={t('Service keys')}>
          {(areEndedShown ? keys : valid).map((key) => (
            <KeyRow
              key={key.id}
              serviceKey={key}
              onReplace={() => setOpenDialog({ for: 'form', replaced: key })}
              onRevoke={() => setOpenDialog({ for: 'revoking', key })}
            />
          ))}
        </ul>
      )}
      {ended > 0 && (
        <div className="px-3 py-2">
          <Button variant="ghost" aria-expanded={areEndedShown} onClick={() => setAreEndedShown(!areEndedShown)}>
            {areEndedShown
              ? plural(ended, 'Hide {count} expired or revoked key', 'Hide {count} expired or revoked keys')
              : plural(ended, 'Show {count} expired or revoked key', 'Show {count} expired or revoked keys')}
          </Button>
        </div>
      )}
      {openDialog?.for === 'form' && (
        <KeyForm
          name={openDialog.replaced?.name ?? ''}
          scopes={openDialog.replaced?.scopes ?? DEFAULT_SCOPES}
          onCreated={(key, name) => {
            setOpenDialog({ for: 'secret', key, name });
            void invalidateRecords(SERVICE_KEY_KEYS);
          }}
          onClose={close}
        />
      )}
      {openDialog?.for === 'secret' && (
        <ShownSecret
          title={t('Key of {name}', { name: openDialog.name })}
          description={t('The program sends it in the header Authorization: Bearer.')}
          secret={openDialog.key}
          onClose={close}
        />
      )}
      {openDialog?.for === 'revoking' && <RevokeKey serviceKey={openDialog.key} onClose={close} />}
    </LoadedSection>
  );
}

interface KeyRowProps {
  serviceKey: ServiceKey;
  onReplace: () => void;
  onRevoke: () => void;
}

function KeyRow({ serviceKey, onReplace, onRevoke }: KeyRowProps) {
  const { name, prefix, scopes, state, createdAt, createdBy, expiresAt, lastUsedAt } = serviceKey;
  const isValid = state === 'valid';
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-56 flex-1 grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="text-sm text-ink-soft">{prefix}…</code>
          {!isValid && (
            <Badge tone={state === 'revoked' ? 'danger' : 'warning'} dot>
              {t(lookUp<Message>(STATES, state) ?? verbatim(state))}
            </Badge>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{scopes.map(scopeLabel).join(', ')}</p>
      </div>
      <p className="min-w-48 text-sm text-ink-soft">
        {lastUsedAt === null ? t('Never used') : t('Last used {date}', { date: formatDateTime(lastUsedAt) })}
        <br />
        {expiresAt === null
          ? t('Never expires')
          : t(isValid ? 'Expires {date}' : 'Expired {date}', { date: formatDateTime(expiresAt) })}
        <br />
        {createdBy === null
          ? t('Created by a command, {date}', { date: formatDateTime(createdAt) })
          : t('Created by {name}, {date}', { name: createdBy, date: formatDateTime(createdAt) })}
      </p>
      {isValid && (
        <div className="flex gap-2">
          <Button aria-label={t('Replace the key {name} {prefix}', { name, prefix })} onClick={onReplace}>
            {t('Replace')}
          </Button>
          <Button aria-label={t('Revoke the key {name} {prefix}', { name, prefix })} onClick={onRevoke}>
            {t('Revoke')}
          </Button>
        </div>
      )}
    </li>
  );
}

function RevokeKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const { id, name, prefix } = serviceKey;
  return (
    <ConfirmedAction
      title={t('Revoke {name} {prefix}…?', { name, prefix })}
      question={t('Programs that use it are rejected immediately. A revoked key cannot be restored.')}
      confirmLabel={t('Revoke')}
      pendingLabel={t('Revoking...')}
      failed={t('Failed to revoke the key')}
      send={() => whileLoading(t('Revoking the key...'), call(revokeServiceKey, { params: { id } }))}
      onDone={() => {
        onClose();
        void invalidateRecords(SERVICE_KEY_KEYS);
      }}
      onClose={onClose}
    />
  );
}
