import type { Payment } from '@wayside/contract/payments';
import { Download, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { fetchImage, ImageUnavailable, saveFile } from '../../lib/download.ts';
import { imageAddress } from '../../lib/images.ts';
import { Button } from '../../ui/button.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { shortPaymentId } from './payment-labels.ts';

/** The picture that the customer sent as proof, with its download (PAYM-06). */
export function PaymentScreenshot({ payment }: { payment: Payment }) {
  const screenshot = payment.screenshot === null ? null : imageAddress(payment.screenshot);
  const [isBroken, setBroken] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (screenshot === null) return null;
  return (
    <section aria-labelledby="payment-screenshot" className="grid gap-2">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h3 id="payment-screenshot" className="font-semibold">
          Payment Screenshot
        </h3>
        {!isBroken && (
          <ScreenshotDownload
            url={screenshot}
            fileName={`payment-${shortPaymentId(payment.id)}`}
            onFailure={setFailure}
          />
        )}
      </div>
      {failure !== null && !isBroken && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 wrap-anywhere text-danger-badge">
          The image could not be saved: {failure}. Right-click the image, or press and hold it, to save it.
        </p>
      )}
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

interface ScreenshotDownloadProps {
  url: string;
  /** Without its ending. */
  fileName: string;
  /** Why it could not be saved, null when it is tried anew. */
  onFailure: (reason: string | null) => void;
}

/** Saves the screenshot as a file (PAYM-06). */
function ScreenshotDownload({ url, fileName, onFailure }: ScreenshotDownloadProps) {
  const [isPending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    onFailure(null);
    try {
      const { content, extension } = await whileLoading('Downloading the image...', fetchImage(url));
      saveFile(content, `${fileName}${extension}`);
    } catch (error) {
      if (!(error instanceof ImageUnavailable)) throw error;
      onFailure(error.message);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button icon={<Download className="size-4" />} pending={isPending} onClick={() => void download()}>
      Download
    </Button>
  );
}
