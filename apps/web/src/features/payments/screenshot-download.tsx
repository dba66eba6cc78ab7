import { Download } from 'lucide-react';
import { useState } from 'react';
import { fetchImage, ImageUnavailable } from '../../lib/fetch-image.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { whileLoading } from '../../ui/toast.ts';

export interface ScreenshotDownloadProps {
  url: string;
  /** Without its ending. */
  fileName: string;
  /** Why it could not be saved, null when it is tried anew. */
  onFailure: (reason: string | null) => void;
}

/** Saves the screenshot as a file (PAYM-06). */
export function ScreenshotDownload({ url, fileName, onFailure }: ScreenshotDownloadProps) {
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
