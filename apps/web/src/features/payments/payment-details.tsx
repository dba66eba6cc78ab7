import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment } from '@wayside/contract/payments';
import { Download, ExternalLink, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { fetchImage, saveFile } from '../../lib/download.ts';
import { formatDateTime, formatExactRupees, notAvailable, orNotAvailable, shortId } from '../../lib/format.ts';
import { imageAddress, isExternalImage } from '../../lib/images.ts';
import { AmountItem } from '../../list/amount-item.tsx';
import { ExplainedSum } from '../../list/paged-table.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import type { SmallColumn } from '../../ui/small-table.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { IdItem, PhoneItem } from '../people/person-items.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { PaymentRefunds } from '../refunds/payment-refunds.tsx';
import { methodLabel, PaymentStatus, paymentTimestamp, shortPaymentId, typeLabel } from './payment-labels.tsx';
import { paymentQuery } from './payments-queries.ts';

/** Details of one payment (PAYM-05, PAYM-06). */
export function PaymentDetails({ id, row, onClose }: RecordDetailsProps<Payment>) {
  const query = useQuery({ ...paymentQuery(id), enabled: row === undefined });
  const payment = row ?? query.data;
  return (
    <RecordDialog
      title={t('Payment Details #{id}', { id: shortPaymentId(id) })}
      copiedId={id}
      titleExtra={payment && <PaymentStatus status={payment.status} />}
      size="lg"
      record={payment}
      query={query}
      error={{ title: t('Error Loading Payment'), message: t('Error fetching payments') }}
      missing={t('There is no payment with this id on this page.')}
      skeleton={<Skeleton className="h-96 w-full" />}
      onClose={onClose}
    >
      {payment && (
        <div className="grid gap-6">
          <PaymentDescription payment={payment} />
          {isOwnServer() && <PaymentRefunds payment={payment} />}
          <PaymentScreenshot payment={payment} />
        </div>
      )}
    </RecordDialog>
  );
}

function PaymentDescription({ payment }: { payment: Payment }) {
  const { customer, mechanic, amounts, booking } = payment;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title={t('Payment Information')}>
        <IdItem label={t('Payment ID')} id={payment.id} />
        <DescriptionItem label={t('Booking ID')}>
          {booking?.id ? <CopyableId id={booking.id} shown={booking.id} /> : notAvailable()}
        </DescriptionItem>
        {booking?.id && (
          <DescriptionItem label={t('Booking')}>
            <Link to="/bookings" search={{ booking: booking.id }} className="link">
              {t('Booking #{id}', { id: shortId(booking.id) })}
            </Link>
          </DescriptionItem>
        )}
        <AmountItem label={t('Amount')} paise={payment.amountPaise} isSum />
        <DescriptionItem label={t('Method')}>
          <Badge>{methodLabel(payment.method)}</Badge>
        </DescriptionItem>
        <DescriptionItem label={t('Status')}>
          <PaymentStatus status={payment.status} />
        </DescriptionItem>
        {payment.transactionId !== null && (
          <DescriptionItem label={t('Transaction ID')}>{payment.transactionId}</DescriptionItem>
        )}
      </DescriptionList>
      <DescriptionList title={t('Breakdown')}>
        <AmountItem label={t('Total')} paise={amounts?.totalPaise} />
        <AmountItem label={t('Discount')} paise={amounts?.discountPaise} />
        <AmountItem label={t('Paid')} paise={amounts?.paidPaise} />
        <AmountItem label={t('Due')} paise={amounts?.duePaise} />
        <DescriptionItem label={t('Transaction Date')}>{formatDateTime(payment.transactedAt)}</DescriptionItem>
        <DescriptionItem label={t('Payment Type')}>{typeLabel(payment.type)}</DescriptionItem>
        <DescriptionItem label={t('Created')}>{formatDateTime(payment.createdAt)}</DescriptionItem>
      </DescriptionList>
      <DescriptionList title={t('Customer Information')}>
        <DescriptionItem label={t('Name')}>
          {customer?.name?.trim() ? <PersonLink person={customer} as="customer" isWhole /> : t('Guest User')}
        </DescriptionItem>
        <DescriptionItem label={t('Email')}>{orNotAvailable(customer?.email)}</DescriptionItem>
        <PhoneItem phone={customer?.phone} />
      </DescriptionList>
      <DescriptionList title={t('Mechanic')}>
        <DescriptionItem label={t('Name')}>
          <PersonLink person={mechanic} as="mechanic" isWhole />
        </DescriptionItem>
        <PhoneItem phone={mechanic?.phone} />
      </DescriptionList>
    </div>
  );
}

/** The customer's screenshot as evidence of the payment (PAYM-06). */
function PaymentScreenshot({ payment }: { payment: Payment }) {
  const { screenshot } = payment;
  if (screenshot === null) return null;
  if (isExternalImage(screenshot)) return <ExternalScreenshot url={imageAddress(screenshot)} />;
  return <Screenshot url={imageAddress(screenshot)} fileName={`payment-${shortPaymentId(payment.id)}`} />;
}

/** Link to a screenshot on another host (FILE-04). */
function ExternalScreenshot({ url }: { url: string }) {
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <h3 id="payment-screenshot" className="font-semibold">
        {t('Payment Screenshot')}
      </h3>
      <p className="flex flex-wrap items-center gap-3 text-ink-soft">
        <a href={url} target="_blank" rel="noreferrer" className={buttonClassName()}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('Open screenshot')}
        </a>
        {t('Opens at another host')}
      </p>
    </section>
  );
}

function Screenshot({ url, fileName }: { url: string; fileName: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = url === broken;
  const download = useMutation({
    mutationFn: () => whileLoading(t('Downloading the image...'), fetchImage(url)),
    onSuccess: ({ content, extension }) => saveFile(content, `${fileName}${extension}`),
  });
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="payment-screenshot" className="font-semibold">
          {t('Payment Screenshot')}
        </h3>
        {!isBroken && (
          <Button
            icon={<Download className="size-4" />}
            pending={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('Download')}
          </Button>
        )}
      </div>
      {download.isError && !isBroken && (
        <FailureText>
          {t('The image could not be saved: {reason}. Right-click the image, or press and hold it, to save it.', {
            reason: download.error.message,
          })}
        </FailureText>
      )}
      <div className="grid min-h-64 place-items-center overflow-hidden rounded-md border border-line bg-hover">
        {isBroken ? (
          <p className="grid justify-items-center gap-2 py-8 text-ink-soft">
            <ImageOff aria-hidden="true" className="size-6" />
            {t('Image failed to load')}
          </p>
        ) : (
          <img
            src={url}
            alt={t('Proof of payment sent by the customer')}
            className="max-h-[32rem] max-w-full object-contain"
            onError={() => setBroken(url)}
          />
        )}
      </div>
    </section>
  );
}

const COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: msg('Date'), cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  {
    header: msg('Payment ID'),
    cell: ({ id }) => <CopyableId id={id} shown={shortPaymentId(id)} />,
  },
  { header: msg('Customer'), cell: ({ customer }) => customer?.name?.trim() || t('Guest') },
  { header: msg('Method'), cell: ({ method }) => methodLabel(method) },
  { header: msg('Status'), cell: ({ status }) => <PaymentStatus status={status} /> },
  { header: msg('Adds'), align: 'end', isMain: true, cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
];

interface ExplainedPaymentsProps {
  title: string;
  payments: readonly Payment[];
  sumPaise: number;
  onClose: () => void;
}

/** The payments of the page that make up a card's sum (PAYM-01). */
export function ExplainedPayments({ title, payments, sumPaise, onClose }: ExplainedPaymentsProps) {
  return (
    <ExplainedSum
      title={title}
      description={t('Of the payments on this page')}
      caption={t('Payments included in the sum')}
      columns={COLUMNS}
      page={{ rows: payments, total: payments.length, sumPaise }}
      keyOf={({ id }) => id}
      onClose={onClose}
    />
  );
}
