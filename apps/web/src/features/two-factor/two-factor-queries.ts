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

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(getTwoFactor, { signal }).then(({ twoFactor }) => twoFactor),
});

export const invalidateTwoFactor = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });

export const sendTotpStart = () => call(beginTotp);

export const sendTotpCode = (code: string) => call(confirmTotp, { body: { code } });

export const sendTotpRemoval = () => call(removeTotp);

export const sendPasskeyStart = () => call(beginPasskey);

export const sendPasskey = (body: InputOf<typeof registerPasskey>) => call(registerPasskey, { body });

export const sendPasskeyName = (id: string, name: string) =>
  call(renamePasskey, { params: { id }, body: { name } });

export const sendPasskeyRemoval = (id: string) => call(removePasskey, { params: { id } });

export const sendCodesRenewal = () => call(renewRecoveryCodes);
