import type { Payment } from '@wayside/contract/payments';
import { StatusBadge } from '../../ui/badge.tsx';
import { paymentStatusBadge } from './payment-labels.ts';

/** The badge of a payment's status. */
export const PaymentStatus = ({ status }: Pick<Payment, 'status'>) => (
  <StatusBadge {...paymentStatusBadge(status)} />
);
