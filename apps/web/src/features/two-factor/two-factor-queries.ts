import { queryOptions } from '@tanstack/react-query';
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  getTwoFactor,
  registerPasskey,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from '@wayside/contract/two-factor';
import { call } from '../../lib/api.ts';
import type { InputOf } from '../../lib/changed-fields.ts';
import { queryClient } from '../../lib/query-client.ts';

/** One's own second factors (TEAM-04). */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }).then(({ twoFactor }) => twoFactor),
});

/** Invalidates them after a change. */
export const invalidateTwoFactor = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });

/** Begins the set-up of an authenticator app; the response holds its secret. */
export const sendTotpStart = () => call(beginTotp);

/** Ends the set-up of an authenticator app with its first code. */
export const sendTotpCode = (code: string) => call(confirmTotp, { body: { code } });

/** Removes the authenticator app. */
export const sendTotpRemoval = () => call(removeTotp);

/** Begins a passkey; the response holds what the browser needs. */
export const sendPasskeyStart = () => call(beginPasskey);

/** Stores a passkey. */
export const sendPasskey = (body: InputOf<typeof registerPasskey>) => call(registerPasskey, { body });

/** Renames a passkey. */
export const sendPasskeyName = (id: string, name: string) =>
  call(renamePasskey, { params: { id }, body: { name } });

/** Removes a passkey. */
export const sendPasskeyRemoval = (id: string) => call(removePasskey, { params: { id } });

/** Replaces the recovery codes. */
export const sendCodesRenewal = () => call(renewRecoveryCodes);
