import type { Mechanic } from '@wayside/contract/mechanics';
import { imageAddress } from '../../lib/image-address.ts';

/** A document of an application (MECH-07). */
export interface KycDocument {
  /** "Profile photo", and how that reads inside of a sentence. */
  readonly name: string;
  readonly spoken: string;
  /** Null where it is missing. */
  readonly url: string | null;
  /** It may be looked at only on purpose: `reload` shows it. */
  readonly isCovered: boolean;
  readonly isPending: boolean;
  /** Asks for a fresh link: those to documents expire. */
  readonly reload: () => void;
}

/** Where a document is; null where it is missing. */
export function documentAddress(url: string | null | undefined): string | null {
  const given = url?.trim();
  return given ? imageAddress(given) : null;
}

/** What an application has to show, in the order of MECH-07; the Aadhaar card as it is shown now. */
export function kycDocuments(
  { documents }: Mechanic,
  aadhaar: KycDocument,
  reload: () => void,
): readonly KycDocument[] {
  const plain = (name: string, url: string | null | undefined): KycDocument => ({
    name,
    spoken: name.toLowerCase(),
    url: documentAddress(url),
    isCovered: false,
    isPending: false,
    reload,
  });
  return [plain('Profile photo', documents?.profilePhoto), aadhaar, plain('Shop photo', documents?.shopPhoto)];
}
