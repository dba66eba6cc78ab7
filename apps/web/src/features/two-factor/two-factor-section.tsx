import { useQuery } from '@tanstack/react-query';
import type { Passkey, TwoFactor } from '@wayside/contract/two-factor';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { passkeyObstacle } from '../../lib/passkeys.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FactorDialogs, type OpenFactorDialog, useBeginTotp } from './factor-dialogs.tsx';
import { twoFactorQuery } from './two-factor-queries.ts';

/** The own second factors: authenticator app, passkeys, recovery codes (TEAM-04). */
export function TwoFactorSection() {
  const query = useQuery(twoFactorQuery);
  return (
    <LoadedSection
      title="Two-factor"
      about="A second step after your password."
      query={query}
      failed="Failed to load your second factors"
    >
      {query.data && <Factors twoFactor={query.data} />}
    </LoadedSection>
  );
}

function Factors({ twoFactor }: { twoFactor: TwoFactor }) {
  const { totpSince, passkeys, recoveryCodesLeft, isRequired } = twoFactor;
  const [openDialog, setOpenDialog] = useState<OpenFactorDialog | null>(null);
  const beginning = useBeginTotp(setOpenDialog);
  const obstacle = passkeyObstacle();
  const factors = passkeys.length + (totpSince === null ? 0 : 1);
  return (
    <>
      <ul aria-label="Second factors">
        <FactorRow
          name="Authenticator app"
          badge={totpSince === null ? <Badge>Not set up</Badge> : <On />}
          about={
            totpSince === null ? 'Six digits from an app on your phone.' : `Since ${formatDateTime(totpSince)}`
          }
        >
          {totpSince === null ? (
            <Button pending={beginning.isPending} onClick={() => beginning.mutate()}>
              Set up
            </Button>
          ) : (
            <Button aria-label="Remove the authenticator app" onClick={() => setOpenDialog({ for: 'remove-totp' })}>
              Remove
            </Button>
          )}
        </FactorRow>
        <FactorRow
          name="Passkeys"
          badge={passkeys.length === 0 ? <Badge>Not set up</Badge> : <On />}
          about={obstacle ?? 'Your fingerprint, face, screen lock or a security key.'}
        >
          <Button disabled={obstacle !== null} onClick={() => setOpenDialog({ for: 'passkey' })}>
            Add a passkey
          </Button>
        </FactorRow>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpenDialog} />
        ))}
        {factors > 0 && (
          <FactorRow
            name="Recovery codes"
            badge={<Badge tone={recoveryCodesLeft > 3 ? 'neutral' : 'warning'}>{recoveryCodesLeft} left</Badge>}
            about="For when you have neither your phone nor a passkey. Each works once."
          >
            <Button onClick={() => setOpenDialog({ for: 'renew' })}>Make new codes</Button>
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
    On
  </Badge>
);

interface FactorRowProps {
  name: string;
  badge: ReactNode;
  about: string;
  children: ReactNode;
}

function FactorRow({ name, badge, about, children }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {badge}
        </p>
        <p className="text-sm text-ink-soft">{about}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: (dialog: OpenFactorDialog) => void }) {
  const { name, createdAt, lastUsedAt, origin } = passkey;
  const isHere = origin === location.origin;
  const used = lastUsedAt === null ? 'Never used' : `Last used ${formatDateTime(lastUsedAt)}`;
  return (
    <FactorRow
      name={name}
      badge={!isHere && <Badge tone="warning">Another address</Badge>}
      about={`Added ${formatDateTime(createdAt)} · ${used}${isHere ? '' : ` · works at ${origin} only`}`}
    >
      <Button aria-label={`Rename the passkey ${name}`} onClick={() => onOpen({ for: 'rename', passkey })}>
        Rename
      </Button>
      <Button aria-label={`Remove the passkey ${name}`} onClick={() => onOpen({ for: 'remove-passkey', passkey })}>
        Remove
      </Button>
    </FactorRow>
  );
}
