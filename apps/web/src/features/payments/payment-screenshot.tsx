import { useMutation } from '@tanstack/react-query';
import type { Payment } from '@wayside/contract/payments';
import { Download, ExternalLink, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { fetchImage, saveFile } from '../../lib/download.ts';
import { imageAddress, isElsewhere } from '../../lib/images.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { shortPaymentId } from './payment-labels.ts';

/** The image that the customer sent as evidence of the payment, with its download (PAYM-06). */
export function PaymentScreenshot({ payment }: { payment: Payment }) {
  const { screenshot } = payment;
  if (screenshot === null) return null;
  if (isElsewhere(screenshot)) return <ScreenshotElsewhere url={imageAddress(screenshot)} />;
  return <Screenshot url={imageAddress(screenshot)} fileName={`payment-${shortPaymentId(payment.id)}`} />;
}

/** A screenshot at another host, which is linked to (FILE-04). */
function ScreenshotElsewhere({ url }: { url: string }) {
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <h3 id="payment-screenshot" className="font-semibold">
        Payment Screenshot
      </h3>
      <p className="flex flex-wrap items-center gap-3 text-ink-soft">
        <a href={url} target="_blank" rel="noreferrer" className={buttonLook()}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Open screenshot
        </a>
        Opens at another host
      </p>
    </section>
  );
}

function Screenshot({ url, fileName }: { url: string; fileName: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = url === broken;
  const download = useMutation({
    mutationFn: () => whileLoading('Downloading the image...', fetchImage(url)),
    onSuccess: ({ content, extension }) => saveFile(content, `${fileName}${extension}`),
  });
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="payment-screenshot" className="font-semibold">
          Payment Screenshot
        </h3>
        {!isBroken && (
          <Button
            icon={<Download className="size-4" />}
            pending={download.isPending}
            onClick={() => download.mutate()}
          >
            Download
          </Button>
        )}
      </div>
      {download.isError && !isBroken && (
        <FailureText>
          The image could not be saved: {download.error.message}. Right-click the image, or press and hold it, to
          save it.
        </FailureText>
      )}
      <div className="grid min-h-64 place-items-center overflow-hidden rounded-md border border-line bg-hover">
        {isBroken ? (
          <p className="grid justify-items-center gap-2 py-8 text-ink-soft">
            <ImageOff aria-hidden="true" className="size-6" />
            Image failed to load
          </p>
        ) : (
          <img
            src={url}
            alt="What the customer sent as proof of the payment"
            className="max-h-[32rem] max-w-full object-contain"
            onError={() => setBroken(url)}
          />
        )}
      </div>
    </section>
  );
}
