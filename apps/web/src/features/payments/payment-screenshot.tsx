import type { Payment } from '@wayside/contract/payments';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { imageAddress } from '../../lib/image-address.ts';
import { buttonLook } from '../../ui/button.tsx';
import { shortPaymentId } from './payment-words.ts';

/** The picture that the customer sent as proof, with its download (PAYM-06). */
export function PaymentScreenshot({ payment }: { payment: Payment }) {
  const screenshot = payment.screenshot === null ? null : imageAddress(payment.screenshot);
  const [isBroken, setBroken] = useState(false);
  if (screenshot === null) return null;
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="payment-screenshot" className="font-semibold">
          Payment Screenshot
        </h3>
        {!isBroken && (
          <a
            href={screenshot}
            download={`payment-${shortPaymentId(payment.id)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonLook()}
          >
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        )}
      </div>
      <div className="grid min-h-64 place-items-center overflow-hidden rounded-md border border-line bg-hover">
        {isBroken ? (
          <p className="grid justify-items-center gap-2 py-8 text-ink-soft">
            <ImageOff aria-hidden="true" className="size-6" />
            Image failed to load
          </p>
        ) : (
          <img
            src={screenshot}
            alt="What the customer sent as proof of the payment"
            className="max-h-[32rem] max-w-full object-contain"
            onError={() => setBroken(true)}
          />
        )}
      </div>
    </section>
  );
}
