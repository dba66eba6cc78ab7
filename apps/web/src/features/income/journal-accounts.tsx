import { useQuery } from '@tanstack/react-query';
import { type AccountPurpose, type StoredAccount, updateAccount } from '@wayside/contract/income-accounts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { englishOf, type Message, msg, t, verbatim } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { IconButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ACCOUNT_KEYS, accountsQuery } from './income-queries.ts';

const AccountForm = lazyPart(() => import('./account-form.tsx'), 'AccountForm');

const PURPOSES: Readonly<Record<AccountPurpose, Message>> = {
  bank: msg('Payouts, loyalty payouts and returned payments'),
  gateway_clearing: msg('Payments by customers to the platform'),
  mechanics_payable: msg('Balances of mechanics'),
  wallets_payable: msg('Wallet balances'),
  opening_balances: msg('First wallet balances from the marketplace'),
  commission_income: msg('Commission on earnings'),
  platform_fee_income: msg('Platform fees on earnings'),
  adjustments: msg('Credits to mechanics and debits from them'),
  loyalty_expense: msg('Loyalty granted by the marketplace'),
  differences: msg('Imported earnings whose amounts do not add up'),
};

/** The default names of accounts. */
const FIRST_NAMES: Readonly<Record<AccountPurpose, Message>> = {
  bank: msg('Bank'),
  gateway_clearing: msg('Payment gateway clearing'),
  mechanics_payable: msg('Payable to mechanics'),
  wallets_payable: msg('Wallets payable'),
  opening_balances: msg('Opening balances of wallets'),
  commission_income: msg('Commission income'),
  platform_fee_income: msg('Platform fee income'),
  adjustments: msg('Adjustments of balances'),
  loyalty_expense: msg('Loyalty expense'),
  differences: msg('Differences of imported earnings'),
};

function nameText({ purpose, name }: StoredAccount): string {
  const first = lookUp<Message>(FIRST_NAMES, purpose);
  return first !== undefined && englishOf(first) === name ? t(first) : name;
}

const purposeText = (purpose: string): string =>
  t(lookUp<Message>(PURPOSES, purpose) ?? verbatim(toSpacedText(purpose)));

/** The accounts of the journal. Users who may move money can edit them (CLOS-02). */
export function JournalAccounts() {
  const query = useQuery(accountsQuery);
  const [editedAccount, setEditedAccount] = useState<StoredAccount | null>(null);
  const accounts = query.data?.rows ?? [];
  return (
    <LoadedSection
      title={t('Accounts')}
      description={t('Code and name of the accounts in your accounting software.')}
      count={query.data && accounts.length}
      query={query}
      failed={t('Failed to load the accounts')}
    >
      <ul aria-label={t('Accounts of the journal')}>
        {accounts.map((account) => (
          <li
            key={account.id}
            className="flex min-h-11 items-center gap-4 border-b border-line px-5 py-2 last:border-b-0"
          >
            <span className="w-12 shrink-0 font-mono text-sm wrap-anywhere sm:w-20">{account.code}</span>
            <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2">
              <span className="font-medium wrap-break-word">{nameText(account)}</span>
              <span className="text-sm text-ink-soft">{purposeText(account.purpose)}</span>
            </span>
            <Allowed to={updateAccount}>
              <IconButton
                label={t('Edit account {code} {name}', { code: account.code, name: nameText(account) })}
                tip={t('Edit account')}
                icon={<Pencil className="size-4" />}
                onClick={() => setEditedAccount(account)}
              />
            </Allowed>
          </li>
        ))}
      </ul>
      {editedAccount && (
        <AccountForm
          account={editedAccount}
          description={purposeText(editedAccount.purpose)}
          onSaved={() => {
            setEditedAccount(null);
            void invalidateRecords(ACCOUNT_KEYS);
          }}
          onClose={() => setEditedAccount(null)}
        />
      )}
    </LoadedSection>
  );
}
