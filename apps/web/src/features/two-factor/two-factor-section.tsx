import { useQuery } from '@tanstack/react-query';
import type { Passkey, TwoFactor } from '@wayside/contract/two-factor';
import { type ReactNode, useState } from 'react';
import { t } from '../../languages/text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { passkeyUnavailableReason } from '../../lib/passkeys.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FactorDialogs, type OpenFactorDialog, useBeginTotp } from './factor-dialogs.tsx';
import { twoFactorQuery } from './two-factor-queries.ts';

/** The user's second factors: authenticator app, passkeys, recovery codes (TEAM-04). */
export function TwoFactorSection() {
  const query = useQuery(twoFactorQuery);
  return (
    <LoadedSection
      title={t('Two-factor')}
      description={t('A second step after your password.')}
      query={query}
      failed={t('Failed to load your second factors')}
    >
      {query.data && <Factors twoFactor={query.data} />}
    </LoadedSection>
  );
}

function Factors({ twoFactor }: { twoFactor: TwoFactor }) {
  const { totpSince, passkeys, recoveryCodesLeft, isRequired } = twoFactor;
  const [openDialog, setOpenDialog] = useState<OpenFactorDialog | null>(null);
  const beginning = useBeginTotp(setOpenDialog);
  const obstacle = passkeyUnavailableReason();
  const factors = passkeys.length + (totpSince === null ? 0 : 1);
  return (
    <>
      <ul aria-label={t('Second factors')}>
        <FactorRow
          name={t('Authenticator app')}
          badge={totpSince === null ? <Badge>{t('Not set up')}</Badge> : <On />}
          description={
            totpSince === null
              ? t('Six digits from an app on your phone.')
              : t('Since {date}', { date: formatDateTime(totpSince) })
          }
        >
          {totpSince === null ? (
            <Button pending={beginning.isPending} onClick={() => beginning.mutate()}>
              {t('Set up')}
            </Button>
          ) : (
            <Button
              aria-label={t('Remove the authenticator app')}
              onClick={() => setOpenDialog({ for: 'remove-totp' })}
            >
              {t('Remove')}
            </Button>
          )}
        </FactorRow>
        <FactorRow
          name={t('Passkeys')}
          badge={passkeys.length === 0 ? <Badge>{t('Not set up')}</Badge> : <On />}
          description={obstacle ?? t('Your fingerprint, face, screen lock or a security key.')}
        >
          <Button disabled={obstacle !== null} onClick={() => setOpenDialog({ for: 'passkey' })}>
            {t('Add a passkey')}
          </Button>
        </FactorRow>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpenDialog} />
        ))}
        {factors > 0 && (
          <FactorRow
            name={t('Recovery codes')}
            badge={
              <Badge tone={recoveryCodesLeft > 3 ? 'neutral' : 'warning'}>
                {t('{count} left', { count: recoveryCodesLeft })}
              </Badge>
            }
            description={t('For when you have neither your phone nor a passkey. Each works once.')}
          >
            <Button onClick={() => setOpenDialog({ for: 'renew' })}>{t('Create new codes')}</Button>
          </FactorRow>
        )}
      </ul>
      <FactorDialogs
        openDialog={openDialog}
        setOpenDialog={setOpenDialog}
        isLast={factors === 1}
        isRequired={isRequired}
      />
    </>
  );
}

const On = () => (
  <Badge tone="success" dot>
    {t('On')}
  </Badge>
);

interface FactorRowProps {
  name: string;
  badge: ReactNode;
  description: string;
  children: ReactNode;
}

function FactorRow({ name, badge, description, children }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {badge}
        </p>
        <p className="text-sm text-ink-soft">{description}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (dialog: OpenFactorDialog) => void }) {
  const { name, createdAt, lastUsedAt, origin } = passkey;
  const isHere = origin === location.origin;
  const facts = [
    t('Added {date}', { date: formatDateTime(createdAt) }),
    lastUsedAt === null ? t('Never used') : t('Last used {date}', { date: formatDateTime(lastUsedAt) }),
    ...(isHere ? [] : [t('works only at {origin}', { origin })]),
  ];
  return (
    <FactorRow
      name={name}
      badge={!isHere && <Badge tone="warning">{t('Another address')}</Badge>}
      description={facts.join(' · ')}
    >
      <Button
        aria-label={t('Rename the passkey {name}', { name })}
        onClick={() => onOpen({ for: 'rename', passkey })}
      >
        {t('Rename')}
      </Button>
      <Button
        aria-label={t('Remove the passkey {name}', { name })}
        onClick={() => onOpen({ for: 'remove-passkey', passkey })}
      >
        {t('Remove')}
      </Button>
    </FactorRow>
  );
}
