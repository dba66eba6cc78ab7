import { useMutation } from '@tanstack/react-query';
import {
  beginTotp,
  type Passkey,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '@wayside/contract/two-factor';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText, isCancelled } from '../../lib/api-error.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { invalidateTwoFactor } from './two-factor-queries.ts';

const TotpDialog = lazyPart(() => import('./factor-forms.tsx'), 'TotpDialog');
const PasskeyDialog = lazyPart(() => import('./factor-forms.tsx'), 'PasskeyDialog');
const RenamePasskeyDialog = lazyPart(() => import('./factor-forms.tsx'), 'RenamePasskeyDialog');
const RecoveryCodesDialog = lazyPart(() => import('./factor-forms.tsx'), 'RecoveryCodesDialog');

const TOTP = 'totp';
const FACTOR_ACTION_FAILED = msg('The action failed. Please try again.');

export type OpenFactorDialog =
  | { readonly for: 'totp'; readonly secret: string; readonly uri: string }
  | { readonly for: 'passkey' | 'remove-totp' | 'renew' }
  | { readonly for: 'codes'; readonly codes: readonly string[] }
  | { readonly for: 'rename' | 'remove-passkey'; readonly passkey: Passkey };

interface FactorDialogsProps {
  openDialog: OpenFactorDialog | null;
  setOpenDialog: (dialog: OpenFactorDialog | null) => void;
  /** Whether this is the last factor; the dialog to remove it then warns about that. */
  isLast: boolean;
  isRequired: boolean;
  /** Called once a factor is set up and its recovery codes are closed. */
  onAdded?: () => void;
}

/** Starts the set-up of an authenticator app. */
export const useBeginTotp = (setOpenDialog: FactorDialogsProps['setOpenDialog']) =>
  useMutation({
    mutationFn: () => whileLoading(t('Creating a setup key...'), call(beginTotp)),
    onSuccess: (begun) => setOpenDialog({ for: 'totp', ...begun }),
    onError: (error) => {
      if (isCancelled(error)) return;
      toast({ tone: 'error', title: failureText(error, t('The set-up could not be started')), key: TOTP });
    },
  });

/** The dialogs of second factors (TEAM-04). */
export function FactorDialogs({ openDialog, setOpenDialog, isLast, isRequired, onAdded }: FactorDialogsProps) {
  const close = () => setOpenDialog(null);
  const added = (codes: readonly string[]) => {
    void invalidateTwoFactor();
    if (codes.length > 0) return setOpenDialog({ for: 'codes', codes });
    close();
    onAdded?.();
  };
  const closeCodes = () => {
    close();
    onAdded?.();
  };
  const changed = () => {
    close();
    void invalidateTwoFactor();
  };
  /** Returns the confirmation text; for the last factor it also explains the consequences. */
  const asked = (stops: string) => (isLast ? `${stops} ${lastFactorWarning(isRequired)}` : stops);
  switch (openDialog?.for) {
    case 'totp':
      return <TotpDialog secret={openDialog.secret} uri={openDialog.uri} onDone={added} onClose={close} />;
    case 'passkey':
      return <PasskeyDialog onDone={added} onClose={close} />;
    case 'codes':
      return <RecoveryCodesDialog codes={openDialog.codes} onClose={closeCodes} />;
    case 'rename':
      return <RenamePasskeyDialog passkey={openDialog.passkey} onDone={changed} onClose={close} />;
    case 'renew':
      return (
        <ConfirmedAction
          title={t('Create new recovery codes?')}
          question={t('Your current codes stop working.')}
          confirmLabel={t('Create new codes')}
          tone="primary"
          failed={t(FACTOR_ACTION_FAILED)}
          send={() => call(renewRecoveryCodes)}
          onDone={({ recoveryCodes }) => added(recoveryCodes)}
          onClose={close}
        />
      );
    case 'remove-totp':
      return (
        <ConfirmedAction
          title={t('Remove the authenticator app?')}
          question={asked(t('Its codes stop working.'))}
          confirmLabel={t('Remove')}
          failed={t(FACTOR_ACTION_FAILED)}
          send={() => call(removeTotp)}
          onDone={changed}
          onClose={close}
        />
      );
    case 'remove-passkey':
      return (
        <ConfirmedAction
          title={t('Remove {name}?', { name: openDialog.passkey.name })}
          question={asked(t('This passkey stops working.'))}
          confirmLabel={t('Remove')}
          failed={t(FACTOR_ACTION_FAILED)}
          send={() => call(removePasskey, { params: { id: openDialog.passkey.id } })}
          onDone={changed}
          onClose={close}
        />
      );
    default:
      return null;
  }
}

const lastFactorWarning = (isRequired: boolean) =>
  isRequired
    ? t(
        'This is your only second factor, and one is required here. After you remove it, you are asked to set up another.',
      )
    : t(
        'It is your only second factor. After you remove it, your password alone is enough to sign in, and your recovery codes are deleted.',
      );
