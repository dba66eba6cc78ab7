import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { passkeyUnavailableReason } from '../../lib/passkeys.ts';
import { signOut } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/page-header.tsx';
import { FactorDialogs, type OpenFactorDialog, useBeginTotp } from './factor-dialogs.tsx';

/** Replaces every screen until the user has set up a required second factor (TEAM-04). */
export function RequiredSetUp({ brand }: { brand: string }) {
  const [openDialog, setOpenDialog] = useState<OpenFactorDialog | null>(null);
  const beginning = useBeginTotp(setOpenDialog);
  const obstacle = passkeyUnavailableReason();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="grid w-full max-w-md gap-8">
        <div className="grid justify-items-center gap-6">
          <Wordmark name={brand} />
          <h1 className="text-center text-2xl font-semibold tracking-[-0.015em]">
            {t('Set up two-factor authentication')}
          </h1>
        </div>
        <div className="grid gap-4 rounded-lg border border-line bg-surface p-6">
          <p className="text-ink-soft">
            {t(
              'All users need a second factor here. After your password, you enter a code from an app on your phone or use a passkey.',
            )}
          </p>
          <Button
            variant="primary"
            icon={<Smartphone className="size-4" />}
            pending={beginning.isPending}
            onClick={() => beginning.mutate()}
          >
            {t('Set up an authenticator app')}
          </Button>
          <Button
            icon={<KeyRound className="size-4" />}
            disabled={obstacle !== null}
            onClick={() => setOpenDialog({ for: 'passkey' })}
          >
            {t('Add a passkey')}
          </Button>
          {obstacle !== null && <p className="text-sm text-ink-faint">{obstacle}</p>}
          <Button variant="ghost" onClick={signOut}>
            {t('Logout')}
          </Button>
        </div>
      </div>
      {/* Reloads the page, which repeats the rejected calls. */}
      <FactorDialogs
        openDialog={openDialog}
        setOpenDialog={setOpenDialog}
        isLast={false}
        isRequired
        onAdded={() => location.reload()}
      />
    </main>
  );
}
