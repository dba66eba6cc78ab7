import { useQuery } from '@tanstack/react-query';
import { deleteMechanic, type Mechanic } from '@wayside/contract/mechanics';
import type { OwedToMechanic } from '@wayside/contract/payouts-earnings';
import { DeleteRecord } from '../../form/confirmed-action.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { deleteUnusedImages } from '../../lib/images.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { personName } from '../people/person-link.tsx';
import { balanceQuery, invalidateWaiting } from './mechanics-queries.ts';

interface DeleteMechanicProps {
  mechanic: Mechanic;
  onDeleted: () => void;
  onClose: () => void;
}

/** Dialog that deletes a mechanic and shows the open balance first (MECH-09, MECH-13). */
export function DeleteMechanic({ mechanic, onDeleted, onClose }: DeleteMechanicProps) {
  return (
    <DeleteRecord
      id={mechanic.id}
      name={personName(mechanic, 'mechanic')}
      question={t('Are you sure you want to delete this mechanic?')}
      failed={t('Failed to delete mechanic')}
      keys={MECHANIC_KEYS}
      send={async () => {
        await call(deleteMechanic, { params: { id: mechanic.id } });
        // Our server deletes the images itself.
        if (!isOwnServer()) void deleteUnusedImages(Object.values(mechanic.documents ?? {}));
      }}
      onDeleted={() => {
        onDeleted();
        void invalidateWaiting();
      }}
      onClose={onClose}
    >
      <BalanceNote mechanic={mechanic} />
    </DeleteRecord>
  );
}

/** The open balance of a mechanic (MECH-13), shown only if the server has a ledger. */
function BalanceNote({ mechanic }: { mechanic: Mechanic }) {
  return isOwnServer() ? <Balance mechanic={mechanic} /> : null;
}

function Balance({ mechanic }: { mechanic: Mechanic }) {
  const query = useQuery(balanceQuery(mechanic.id));
  const failure = useFailedLoad(query, t('Failed to load the amount still owed.'));
  const { data } = query;
  if (failure) return <RetryNote {...failure} />;
  return (
    <div role="status" className="numeric min-h-10 rounded-md bg-hover px-3 py-2">
      {data ? (
        balanceSentences(personName(mechanic, 'mechanic'), data).map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))
      ) : (
        <Skeleton className="my-1 h-4 w-3/4" />
      )}
    </div>
  );
}

/** Returns messages about the balance and wallet, and about the data retained until they are paid (PRIV-06). */
function balanceSentences(
  name: string,
  { balancePaise, walletPaise }: Pick<OwedToMechanic, 'balancePaise' | 'walletPaise'>,
): string[] {
  const balance = balancePaise ?? 0;
  const sentences: string[] = [];
  if (balance > 0)
    sentences.push(
      t('{name} is still owed {balance}, which Payouts can pay.', { name, balance: formatExactRupees(balance) }),
    );
  if (balance < 0)
    sentences.push(
      t('{name} still owes {balance}, which stays in Payouts.', { name, balance: formatExactRupees(-balance) }),
    );
  if (balance === 0) sentences.push(t('No money is owed in either direction.'));
  if (walletPaise !== null && walletPaise > 0)
    sentences.push(t('The wallet still holds {amount}.', { amount: formatExactRupees(walletPaise) }));
  if (balance !== 0 || (walletPaise ?? 0) !== 0)
    sentences.push(
      t(
        'Pay or adjust it first to erase everything now. Otherwise the name and the bank details stay under “Pending erasures” on Payouts until no money is owed; everything else is erased now.',
      ),
    );
  return sentences;
}
