import { thumbnailOf } from '@wayside/contract/files';
import { ImageOff, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { imageAddress } from '../lib/images.ts';

export interface RecordImageProps {
  url: string | null;
  /** Shown without an image. */
  placeholder: LucideIcon;
}

/** The image of a record in a list; present, missing and broken ones have the same size. */
export function RecordImage({ url, placeholder: Placeholder }: RecordImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = url !== null && url === broken;
  return (
    <span className="grid size-10 place-items-center overflow-hidden rounded-md border border-line bg-hover text-ink-faint">
      {url !== null && !isBroken && (
        <img
          src={thumbnailOf(imageAddress(url))}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
      {url === null && <Placeholder aria-hidden="true" className="size-5" />}
      {isBroken && (
        <span role="img" aria-label="Image failed to load" data-tip="Image failed to load">
          <ImageOff aria-hidden="true" className="size-5" />
        </span>
      )}
    </span>
  );
}
