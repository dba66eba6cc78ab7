import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { recipientsQuery } from './notifications-queries.ts';

/** "1 customer", "2,301 customers" */
const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Asks before a message goes to everybody, with the number of recipients (NOTI-05). */
export function SendToEverybody({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const users = useQuery(recipientsQuery('user', ''));
  const mechanics = useQuery(recipientsQuery('mechanic', ''));
  const isCounted = users.data !== undefined && mechanics.data !== undefined;
  const [customers, others] = [users.data?.total ?? 0, mechanics.data?.total ?? 0];
  const failed = users.isError || mechanics.isError;
  const question = isCounted
    ? `${counted(customers, 'customer')} and ${counted(others, 'mechanic')} get this message.`
    : 'All customers and all mechanics get this message.';
  return (
    <ConfirmDialog
      title="Send to everybody?"
      question={question}
      confirmLabel={isCounted ? `Send to ${formatCount(customers + others)}` : 'Send'}
      pendingLabel="Counting…"
      tone="primary"
      pending={!isCounted && !failed}
      error={failed ? 'The recipients could not be counted.' : null}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
